"use strict";

/** What is told of a game beside the board: the decision of a step, and the log. */
const Story = (() => {
  const { element, icon } = Dom;

  /** A sentence with its seats (P0, P1, ...) marked in their colours and named. */
  function sentence(film, text) {
    return text.split(/\b(P[0-7])\b/).map((part, place) => {
      if (place % 2 === 0) {
        return part;
      }
      const seat = Number(part.slice(1));
      return element("span", { class: `who seat-${seat}`, title: part }, film.names[seat]);
    });
  }

  function option(film, step, index, place) {
    const chosen = place === step.chosen;
    return element(
      "li",
      { class: chosen ? "chosen" : null },
      chosen ? icon("tick", "chosen:") : null,
      sentence(film, film.words[index]),
    );
  }

  /** What was asked in a step, what could be answered, and what was. */
  function decision(film, number, who) {
    const step = film.steps[number];
    if (number === 0) {
      return [element("p", {}, "The deal. Nobody was asked.")];
    }
    if (!Looks.knowsDecision(step, who)) {
      return [element("p", { class: "muted" }, "Another seat decided. Who looks from here was not told what was asked.")];
    }
    const parts = [
      element("p", {}, sentence(film, `P${step.seat}`), ` was asked: ${step.asked.replaceAll("_", " ")}`),
      element(
        "ol",
        { tabindex: "0", "aria-label": "Options" },
        (step.options ?? []).map((index, place) => option(film, step, index, place)),
      ),
    ];
    if (step.did !== step.options[step.chosen]) {
      parts.push(element("p", {}, "Spelled out: ", sentence(film, film.words[step.did])));
    }
    if (step.forced) {
      parts.push(element("p", {}, element("span", { class: "tag warn" }, step.forced), " The referee played on."));
    }
    return parts;
  }

  /** The log of the whole game as `who` knows it; each entry knows its step. */
  function log(film, who) {
    return film.steps.flatMap((step, number) =>
      Looks.lines(step, who).map((index) => {
        const [kind, text] = film.lines[index];
        return element("li", { class: kind, "data-step": number }, sentence(film, text));
      }),
    );
  }

  return Object.freeze({ decision, log });
})();
