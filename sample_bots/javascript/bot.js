// Answers every question with a random legal option. Node's standard library only.
"use strict";

const crypto = require("node:crypto");
const readline = require("node:readline");

/** Return a function that draws an integer below its argument; everything it draws follows from `seed`. */
function generator(seed) {
  let state = crypto.createHash("sha256").update(seed).digest().readUInt32LE(0);
  const word = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  return (bound) => {
    const limit = 2 ** 32 - (2 ** 32 % bound);
    let drawn = word();
    while (drawn >= limit) drawn = word();
    return drawn % bound;
  };
}

let below = generator("");

const answers = {
  hello: () => ({ type: "hello", version: 1, name: "random-js" }),
  game_start: (message) => {
    below = generator(message.bot_seed);
    return { type: "ready", game: message.game };
  },
  request: (message) => ({
    type: "action",
    request: message.request,
    choice: below(message.legal.length),
  }),
  rejected: (message) => ({ type: "action", request: message.request, choice: 0 }),
};

const lines = readline.createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "shutdown") process.exit(0);
  if (Object.hasOwn(answers, message.type)) {
    process.stdout.write(JSON.stringify(answers[message.type](message)) + "\n");
  }
});
