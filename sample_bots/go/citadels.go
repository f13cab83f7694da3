// The messages of the Citadels protocol, version 1. Generated: do not edit.

package main

import "encoding/json"

// Option is an action or an event as it came; Kind tells what it is, and Read fills in what it says.
type Option struct {
	Kind string
	raw  json.RawMessage
}

// UnmarshalJSON keeps the bytes and looks at the kind.
func (option *Option) UnmarshalJSON(data []byte) error {
	option.raw = append(json.RawMessage(nil), data...)
	var tag struct {
		Kind string `json:"kind"`
	}
	err := json.Unmarshal(data, &tag)
	option.Kind = tag.Kind
	return err
}

// Read puts the fields into a struct of yours.
func (option Option) Read(into any) error { return json.Unmarshal(option.raw, into) }

// Limits: What the referee allows a bot.
type Limits struct {
	LineBytes   int `json:"line_bytes"`
	OutputBytes int `json:"output_bytes"`
	StrayLines  int `json:"stray_lines"`
	Attempts    int `json:"attempts"`
	StartMS     int `json:"start_ms"`
	ReadyMS     int `json:"ready_ms"`
}

// Hello: The referee's first line, once a process. `schema` is the SHA-256 of the JSON Schema.
type Hello struct {
	Protocol string `json:"protocol"`
	Versions []int  `json:"versions"`
	Schema   string `json:"schema"`
	Limits   Limits `json:"limits"`
}

// Setup: What is in the box: the edition, the characters by rank, the unique districts beside the basic ones.
type Setup struct {
	Edition    string   `json:"edition"`
	Cast       []string `json:"cast"`
	Districts  []string `json:"districts"`
	CitySize   int      `json:"city_size"`
	RoundLimit int      `json:"round_limit"`
}

// Clock: Time in milliseconds: `move_ms` for each decision, and a bank for a whole game that overruns use up.
type Clock struct {
	MoveMS int `json:"move_ms"`
	BankMS int `json:"bank_ms"`
}

// GameStart: A game begins: `seat` is the bot's own, `bot_seed` hexadecimal randomness that tells nothing of it.
type GameStart struct {
	Game    string `json:"game"`
	Seat    int    `json:"seat"`
	Seats   int    `json:"seats"`
	Setup   Setup  `json:"setup"`
	Time    Clock  `json:"time"`
	BotSeed string `json:"bot_seed"`
}

// CityDistrict: A district in a city, with the Artist's gold on it or not, and how many cards lie beneath a Museum.
type CityDistrict struct {
	District   string `json:"district"`
	Beautified bool   `json:"beautified"`
	Beneath    int    `json:"beneath"`
}

// PlayerView: What everyone sees of a seat.
type PlayerView struct {
	Gold       int            `json:"gold"`
	Hand       int            `json:"hand"`
	City       []CityDistrict `json:"city"`
	Characters []string       `json:"characters"`
	Completed  bool           `json:"completed"`
}

// KnownHand: Cards that are for certain in the hand of `seat`, because this seat saw them get there.
type KnownHand struct {
	Seat  int      `json:"seat"`
	Cards []string `json:"cards"`
}

// KnownCharacter: A character that is for certain with `seat`, because a Theater exchanged it.
type KnownCharacter struct {
	Seat      int    `json:"seat"`
	Character string `json:"character"`
}

// OwnView: What only this seat knows.
type OwnView struct {
	Seat            int              `json:"seat"`
	Hand            []string         `json:"hand"`
	Characters      []string         `json:"characters"`
	Drawn           []string         `json:"drawn"`
	Offers          [][]string       `json:"offers"`
	SetAside        []string         `json:"set_aside"`
	KnownHands      []KnownHand      `json:"known_hands"`
	KnownCharacters []KnownCharacter `json:"known_characters"`
	Museum          []string         `json:"museum"`
	Beneath         []*string        `json:"beneath"`
}

// MarkView: A character marked for this round, and by which seat; the `face` of a warrant or threat if known.
type MarkView struct {
	Mark      string  `json:"mark"`
	Character string  `json:"character"`
	Seat      int     `json:"seat"`
	Face      *string `json:"face"`
}

// TurnView: The turn in progress: `builds` is what is left of the building limit, `used` the abilities used up.
type TurnView struct {
	Seat      int      `json:"seat"`
	Character string   `json:"character"`
	Builds    int      `json:"builds"`
	Gathered  bool     `json:"gathered"`
	Used      []string `json:"used"`
	Played    *string  `json:"played"`
	Spent     int      `json:"spent"`
	Paid      int      `json:"paid"`
	Victims   []int    `json:"victims"`
}

// TableView: The whole table as one seat sees it.
type TableView struct {
	Round          int          `json:"round"`
	Crown          int          `json:"crown"`
	Deck           int          `json:"deck"`
	Players        []PlayerView `json:"players"`
	You            OwnView      `json:"you"`
	Called         int          `json:"called"`
	Faceup         []string     `json:"faceup"`
	Marks          []MarkView   `json:"marks"`
	Taxes          int          `json:"taxes"`
	Turn           *TurnView    `json:"turn"`
	FirstCompleted *int         `json:"first_completed"`
	Swapped        []int        `json:"swapped"`
}

// Request: A decision is asked for.
type Request struct {
	Request  string    `json:"request"`
	Decision string    `json:"decision"`
	Time     Clock     `json:"time"`
	Seq      int       `json:"seq"`
	Events   []Option  `json:"events"`
	Legal    []Option  `json:"legal"`
	View     TableView `json:"view"`
}

// Rejected: The answer was refused, and may be tried again within the same time.
type Rejected struct {
	Request      string `json:"request"`
	Code         string `json:"code"`
	Rule         string `json:"rule"`
	Message      string `json:"message"`
	Path         string `json:"path"`
	RemainingMS  int    `json:"remaining_ms"`
	AttemptsLeft int    `json:"attempts_left"`
}

// Notice: A line of the bot was ignored.
type Notice struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Score: The points of one seat and what they are made of.
type Score struct {
	Districts      int     `json:"districts"`
	Types          int     `json:"types"`
	Completion     int     `json:"completion"`
	Unique         int     `json:"unique"`
	Total          int     `json:"total"`
	Rank           int     `json:"rank"`
	HauntedQuarter *string `json:"haunted_quarter"`
}

// GameEnd: The game is over. `ranks` by seat, 1 for the winner; seats that forfeited share the last place.
type GameEnd struct {
	Game   string   `json:"game"`
	Seq    int      `json:"seq"`
	Events []Option `json:"events"`
	Scores []Score  `json:"scores"`
	Ranks  []int    `json:"ranks"`
}

// GameAborted: The game was broken off by the referee and does not count.
type GameAborted struct {
	Game string `json:"game"`
}

// Shutdown: The last line; end of input follows.
type Shutdown struct{}
