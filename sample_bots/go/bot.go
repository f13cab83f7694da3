// A bot for Citadels. choose is the place for ideas; all else keeps the protocol.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand"
	"os"
)

type bot struct {
	thrifty bool
	dice    *rand.Rand
}

// answer returns the line that answers a message, empty for one that is not answered.
func (bot *bot) answer(kind string, line []byte) (string, error) {
	switch kind {
	case "hello":
		return `{"type":"hello","version":1,"name":"go"}`, nil
	case "game_start":
		var start GameStart
		err := json.Unmarshal(line, &start)
		seed := fnv.New64a()
		io.WriteString(seed, start.BotSeed)
		bot.dice = rand.New(rand.NewSource(int64(seed.Sum64())))
		return fmt.Sprintf(`{"type":"ready","game":"%s"}`, start.Game), err
	case "request":
		var request Request
		if err := json.Unmarshal(line, &request); err != nil {
			return "", err
		}
		if bot.thrifty {
			return action(request.Request, bot.chooseThriftily(&request)), nil
		}
		return action(request.Request, bot.choose(&request)), nil
	case "rejected":
		var rejected Rejected
		err := json.Unmarshal(line, &rejected)
		return action(rejected.Request, 0), err
	}
	return "", nil
}

func action(request string, choice int) string {
	return fmt.Sprintf(`{"type":"action","request":"%s","choice":%d}`, request, choice)
}

// choose takes any option.
func (bot *bot) choose(request *Request) int {
	return bot.dice.Intn(len(request.Legal))
}

// chooseThriftily collects and builds what it can, and draws cards only when its hand is empty.
func (bot *bot) chooseThriftily(request *Request) int {
	gather := "gather_gold"
	if len(request.View.You.Hand) == 0 {
		gather = "gather_cards"
	}
	for _, kind := range []string{"collect_income", "build", gather, "extra_gold", "extra_cards"} {
		for number, option := range request.Legal {
			if option.Kind == kind {
				return number
			}
		}
	}
	return bot.choose(request)
}

func main() {
	bot := bot{thrifty: len(os.Args) > 1 && os.Args[1] == "thrifty"}
	input := bufio.NewReader(os.Stdin)
	for {
		line, err := input.ReadBytes('\n') // a Scanner would give up on long lines
		if err != nil {
			return
		}
		var message struct {
			Type string `json:"type"`
		}
		if err := json.Unmarshal(line, &message); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if message.Type == "shutdown" {
			return
		}
		answer, err := bot.answer(message.Type, line)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if answer != "" {
			fmt.Println(answer)
		}
	}
}
