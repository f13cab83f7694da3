// A bot for Citadels. `choose` is the place for ideas; all else keeps the protocol.
"use strict";

const crypto = require("node:crypto");
const readline = require("node:readline");

/** @typedef {import("./citadels").Request} Request */
/** @typedef {(bound: number) => number} Dice Draws an integer below its argument. */

/**
 * Chooses any option.
 * @param {Request} request
 * @param {Dice} dice
 * @returns {number} its index in `legal`
 */
function choose(request, dice) {
  return dice(request.legal.length);
}

/**
 * Collects and builds what it can, and draws cards only when its hand is empty.
 * @param {Request} request
 * @param {Dice} dice
 * @returns {number} its index in `legal`
 */
function chooseThriftily(request, dice) {
  const gather = request.view.you.hand.length === 0 ? "gather_cards" : "gather_gold";
  for (const kind of ["collect_income", "build", gather, "extra_gold", "extra_cards"]) {
    const number = request.legal.findIndex((option) => option.kind === kind);
    if (number >= 0) return number;
  }
  return choose(request, dice);
}

/**
 * Returns dice (splitmix32); everything they draw follows from `seed`.
 * @param {string} seed
 * @returns {Dice}
 */
function seededDice(seed) {
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

const decide = process.argv[2] === "thrifty" ? chooseThriftily : choose;
let dice = seededDice("");

/**
 * Returns the answer to a message, nothing for one that is not answered.
 * @param {import("./citadels").FromReferee} message
 * @returns {import("./citadels").FromBot | undefined}
 */
function answer(message) {
  switch (message.type) {
    case "hello":
      return { type: "hello", version: 1, name: "javascript" };
    case "game_start":
      dice = seededDice(message.bot_seed);
      return { type: "ready", game: message.game };
    case "request":
      return { type: "action", request: message.request, choice: decide(message, dice) };
    case "rejected":
      return { type: "action", request: message.request, choice: 0 };
    default:
      return undefined;
  }
}

readline.createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "shutdown") process.exit(0);
  const reply = answer(message);
  if (reply) process.stdout.write(JSON.stringify(reply) + "\n");
});
