"use strict";

/** The table as a board: what is called and marked in the middle, and the seats around it. */
const Board = (() => {
  const { element, icon } = Dom;

  function title(cards, id) {
    return cards[id].title;
  }

  function plural(count, thing) {
    return `${count} ${thing}${count === 1 ? "" : "s"}`;
  }

  // ---- The middle ----

  function state(film, table) {
    const phase = table.called === 0 ? "selection" : `rank ${table.called} called`;
    const facts = [`Round ${table.round}`, phase, `${plural(table.deck, "card")} in the deck`];
    if (table.taxes) {
      facts.push(`${table.taxes} gold of taxes`);
    }
    return element("p", { class: "state" }, facts.map((fact) => element("span", {}, fact)));
  }

  function mark(one) {
    const face = one.face ? `${one.face} ` : "";
    return element(
      "span",
      { class: "mark", title: `${face}${one.mark}, by P${one.seat}` },
      icon(one.mark),
      element("span", {}, one.face ?? one.mark),
    );
  }

  function rank(film, cards, table, marks, character) {
    const number = cards[character].rank;
    const classes = [];
    if (number < table.called) classes.push("called");
    if (number === table.called) classes.push("current");
    const out = table.faceup.includes(character);
    if (out) classes.push("out");
    return element(
      "li",
      { class: classes.join(" "), title: cards[character].text },
      element("span", { class: "rank" }, String(number)),
      element("span", { class: "title" }, title(cards, character)),
      out ? element("span", { class: "unseen" }, "discarded faceup") : null,
      marks.filter((one) => one.character === character).map(mark),
    );
  }

  function middle(film, cards, table, who, seats) {
    const marks = Looks.marks(table, who, seats);
    const cast = [...film.setup.cast].sort((one, other) => cards[one].rank - cards[other].rank);
    return element(
      "section",
      { class: "middle panel", "aria-label": "Middle of the table" },
      state(film, table),
      element("ol", { class: "ranks" }, cast.map((character) => rank(film, cards, table, marks, character))),
    );
  }

  // ---- Cards ----

  function district(cards, id, { isNew = false, beautified = false, beneath = 0 } = {}) {
    const card = cards[id];
    const extras = [beautified ? "+1" : null, beneath ? `${beneath} beneath` : null].filter(Boolean).join(", ");
    return element(
      "li",
      { class: `district ${card.type}${isNew ? " new" : ""}`, title: `${card.title}, ${card.type}. ${card.text}` },
      element("span", { class: "title" }, card.title),
      element(
        "span",
        { class: "cost" },
        element("span", {}, String(card.cost ?? "–"), extras ? ` ${extras}` : ""),
        element("span", { "aria-hidden": "true" }, card.type.slice(0, 3)),
        element("span", { class: "unseen" }, card.type),
      ),
    );
  }

  function row(label, kind, cards) {
    return [
      element("span", { class: "row-label" }, label),
      element("ul", { class: `row ${kind}`, "aria-label": label }, cards),
    ];
  }

  /** The entries of `now` that `before` has not, counted. */
  function additions(now, before) {
    const left = [...before];
    return now.map((entry) => {
      const place = left.indexOf(entry);
      if (place >= 0) left.splice(place, 1);
      return place < 0;
    });
  }

  function city(cards, player, before) {
    const news = before
      ? additions(
          player.city.map((placed) => placed.district),
          before.city.map((placed) => placed.district),
        )
      : [];
    const standing = player.city.map((placed, place) =>
      district(cards, placed.district, { ...placed, isNew: news[place] }),
    );
    return row(player.completed ? "City, complete" : "City", "city", standing);
  }

  function hand(cards, player, before) {
    if (player.hand === null) {
      const backs = Array.from({ length: player.cards }, () => element("li", { class: "back" }));
      return row(plural(player.cards, "card"), "hand", backs);
    }
    const news = before?.hand ? additions(player.hand, before.hand) : [];
    const held = player.hand.map((id, place) => district(cards, id, { isNew: news[place] }));
    const drawn = player.drawn.map((id) => district(cards, id, { isNew: true }));
    return [row("Hand", "hand", held), drawn.length ? row("Chooses from", "hand", drawn) : []];
  }

  // ---- Seats ----

  function change(now, before) {
    const difference = now - before;
    return difference ? element("span", { class: "change" }, ` ${difference > 0 ? "+" : "−"}${Math.abs(difference)}`) : null;
  }

  function header(film, table, player, before) {
    const { seat } = player;
    const crowned = table.crown === seat;
    return element(
      "header",
      {},
      element("h3", { title: film.names[seat] }, element("span", { class: "who" }, `P${seat} `), name(film, seat)),
      crowned ? icon("crown", "crown") : null,
      element(
        "span",
        { class: "purse" },
        element("span", { class: "gold" }, icon("coin", "gold"), ` ${player.gold}`, before ? change(player.gold, before.gold) : null),
        element("span", { class: "cards" }, icon("cards", "cards in hand"), ` ${player.cards}`),
      ),
    );
  }

  function name(film, seat) {
    return film.names[seat] === `P${seat}` ? "" : film.names[seat];
  }

  function roles(cards, player) {
    const role = (kind, hint) => (character) =>
      element(
        "span",
        { class: `role ${kind}`, title: `${hint}. ${cards[character].text}` },
        `${cards[character].rank} ${title(cards, character)}`,
        kind ? element("span", { class: "unseen" }, ` (${hint})`) : null,
      );
    return element(
      "div",
      { class: "roles" },
      player.shown.map(role("", "revealed")),
      player.hidden.map(role("hidden", "not revealed yet")),
      player.known.characters.map(role("hidden", "known since the exchange")),
    );
  }

  function turn(cards, table, player) {
    const now = table.turn;
    if (!now || now.seat !== player.seat) {
      return null;
    }
    const facts = [`Turn of the ${title(cards, now.character)}`, plural(now.builds, "build") + " left"];
    if (!now.gathered) facts.push("has not gathered");
    if (now.played) facts.push(`${title(cards, now.played)} is paid for`);
    if (now.used?.length) facts.push(`used ${now.used.join(", ").replaceAll("_", " ")}`);
    return element("p", { class: "turn" }, facts.join(" · "));
  }

  function knows(cards, player) {
    const facts = [];
    if (player.known.cards.length) facts.push(`known in this hand: ${titles(cards, player.known.cards)}`);
    if (player.aside.length) facts.push(`put facedown: ${titles(cards, player.aside)}`);
    if (player.museum.length) facts.push(`beneath the Museum: ${titles(cards, player.museum)}`);
    return facts.map((fact) => element("p", { class: "knows" }, fact));
  }

  function titles(cards, ids) {
    return ids.map((id) => title(cards, id)).join(", ");
  }

  function points(film, seat) {
    const score = film.scores[seat];
    const parts = [`districts ${score.districts}`];
    if (score.types) parts.push(`five types ${score.types}`);
    if (score.completion) parts.push(`complete city ${score.completion}`);
    if (score.unique) parts.push(`unique districts ${score.unique}`);
    return element(
      "p",
      { class: "points" },
      element("strong", {}, element("span", { class: "total" }, String(score.total)), ` points, rank ${film.ranks[seat]}`),
      element("span", { class: "muted" }, ` (${parts.join(", ")})`),
    );
  }

  function seat(film, cards, table, before, who, number, over) {
    const player = Looks.player(table, who, number);
    const earlier = before ? Looks.player(before, who, number) : null;
    const active = table.turn?.seat === number;
    return element(
      "article",
      { class: `seat panel seat-${number}${active ? " active" : ""}`, "aria-label": `P${number} ${name(film, number)}` },
      header(film, table, player, earlier),
      roles(cards, player),
      city(cards, player, earlier),
      hand(cards, player, earlier),
      turn(cards, table, player),
      knows(cards, player),
      over ? points(film, number) : null,
    );
  }

  /** The board after a step, as `who` sees it. */
  function draw(film, cards, step, who) {
    const table = film.tables[step];
    const before = step > 0 ? film.tables[step - 1] : null;
    const over = step === film.steps.length - 1;
    const seats = film.names.map((_, number) => number);
    return [
      middle(film, cards, table, who, seats),
      element(
        "div",
        { class: "seats" },
        seats.map((number) => seat(film, cards, table, before, who, number, over)),
      ),
    ];
  }

  return Object.freeze({ draw });
})();
