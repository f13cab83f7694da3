"use strict";

/** The games in the page: each is compressed, and inflated when it is asked for. */
const Films = (() => {
  const loaded = new Map();

  async function inflate(base64) {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).json();
  }

  /** What stands on the table after each step: all slots, those that the step changed and the older ones. */
  function tables(steps) {
    let table = {};
    return steps.map((step) => (table = { ...table, ...step.now }));
  }

  async function load(number) {
    const script = document.getElementById(`film-${number}`);
    const film = await inflate(script.textContent.trim());
    return { ...film, tables: tables(film.steps) };
  }

  /** The film of a game of the page. */
  function film(number) {
    if (!loaded.has(number)) {
      loaded.set(number, load(number));
    }
    return loaded.get(number);
  }

  return Object.freeze({ film });
})();
