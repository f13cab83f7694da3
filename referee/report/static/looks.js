"use strict";

/**
 * What is to be seen of a step by whom: "owner" sees every hand, "spectator" none, a seat number what that seat saw.
 *
 * The slots were taken from the referee's own views. A look only decides which of them are read: the slots of a seat
 * are open to that seat and to the owner, all others to everyone.
 */
const Looks = (() => {
  const opens = (who, seat) => who === "owner" || who === seat;

  /** A seat: what all see of it, and beside it what only it sees (`hand` is null where it is hidden). */
  function player(table, who, seat) {
    const open = opens(who, seat);
    const own = (field, otherwise) => (open ? table[`own_${field}${seat}`] : otherwise);
    const shown = table[`characters${seat}`];
    return {
      seat,
      gold: table[`gold${seat}`],
      cards: table[`hand${seat}`],
      city: table[`city${seat}`],
      completed: table[`completed${seat}`],
      shown,
      hidden: own("characters", []).filter((character) => !shown.includes(character)),
      hand: own("hand", null),
      drawn: own("drawn", []),
      aside: own("set_aside", []),
      museum: own("museum", []),
      known: known(table, who, seat),
    };
  }

  /** What the looking seat knows for certain of another one. */
  function known(table, who, seat) {
    if (typeof who !== "number" || who === seat) {
      return { cards: [], characters: [] };
    }
    const hands = table[`own_known_hands${who}`].filter((hand) => hand.seat === seat);
    const holders = table[`own_known_characters${who}`].filter((holder) => holder.seat === seat);
    return {
      cards: hands.flatMap((hand) => hand.cards),
      characters: holders.map((holder) => holder.character),
    };
  }

  function marksOf(table, seat) {
    return table[`marks${seat}`] ?? table.marks;
  }

  /** The marks on characters, with those faces that are seen. */
  function marks(table, who, seats) {
    if (who === "spectator") {
      return table.marks;
    }
    if (who !== "owner") {
      return marksOf(table, who);
    }
    return table.marks.map((mark, place) => {
      const faces = seats.map((seat) => marksOf(table, seat)[place].face);
      return { ...mark, face: faces.find((face) => face) };
    });
  }

  /** The indices of the lines that tell what a step brought. */
  function lines(step, who) {
    return step.log.map((entry) => {
      if (typeof entry === "number") {
        return entry;
      }
      const [seats, known, others] = entry;
      return who === "owner" || seats.includes(who) ? known : others;
    });
  }

  /** Whether somebody was told what was asked in a step. */
  function knowsDecision(step, who) {
    return step.seat !== undefined && opens(who, step.seat);
  }

  return Object.freeze({ player, marks, lines, knowsDecision });
})();
