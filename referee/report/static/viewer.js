"use strict";

/** The viewer: which game, which step, seen by whom; its controls, keys and addresses (#game=17&step=40&as=2). */
class Viewer {
  constructor(root) {
    this.root = root;
    this.editions = Dom.island("cards");
    this.index = Dom.island("games");
    this.film = null;
    this.step = 0;
    this.who = "owner";
    this.timer = null;
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.listen();
    this.fillBots();
    this.fillGames();
  }

  // ---- Opening a game ----

  async open(number, step = 0, who = this.who) {
    this.pause();
    const film = await Films.film(number);
    this.film = film;
    this.who = this.valid(who);
    this.part("game").value = String(number);
    this.fillRounds();
    this.fillSeats();
    this.fillLog();
    const slider = this.part("slider");
    slider.max = String(film.steps.length - 1);
    this.part("stage").hidden = false;
    this.part("picker").hidden = false;
    this.part("controls").hidden = false;
    this.show(step);
  }

  valid(who) {
    if (who === "owner" || who === "spectator") {
      return who;
    }
    const seat = Number(who);
    return Number.isInteger(seat) && seat >= 0 && seat < this.film.names.length ? seat : "owner";
  }

  // ---- Showing a step ----

  get last() {
    return this.film.steps.length - 1;
  }

  show(step) {
    this.step = Math.min(Math.max(0, Math.trunc(step) || 0), this.last);
    this.part("board").replaceChildren(...Board.draw(this.film, this.editions[this.film.setup.edition], this.step, this.who));
    this.part("decision").replaceChildren(...Story.decision(this.film, this.step, this.who));
    this.followLog();
    this.followControls();
  }

  followLog() {
    const log = this.part("log");
    let first = null;
    for (const entry of log.children) {
      const at = Number(entry.dataset.step);
      entry.classList.toggle("now", at === this.step);
      entry.classList.toggle("later", at > this.step);
      if (at === this.step) first ??= entry;
    }
    if (first) {
      log.scrollTop = first.offsetTop - log.offsetTop - log.clientHeight / 3;
    }
  }

  followControls() {
    const slider = this.part("slider");
    slider.value = String(this.step);
    slider.setAttribute("aria-valuetext", `step ${this.step} of ${this.last}`);
    this.part("where").textContent = `Step ${this.step} of ${this.last}`;
    this.part("round").value = String(this.roundAt(this.step));
    for (const name of ["first", "back-round", "back"]) this.part(name).disabled = this.step === 0;
    for (const name of ["forward", "forward-round", "end"]) this.part(name).disabled = this.step === this.last;
  }

  // ---- Moving ----

  /** Show a step that the reader asked for, and let the address say so. */
  go(step) {
    this.show(step);
    const from = this.who === "owner" ? "" : `&as=${this.who}`;
    history.replaceState(null, "", `#game=${this.film.number}&step=${this.step}${from}`);
  }

  roundAt(step) {
    return this.film.tables[step].round;
  }

  stepOfRound(round) {
    return this.film.tables.findIndex((table) => table.round === round);
  }

  goRound(change) {
    const now = this.roundAt(this.step);
    const start = this.stepOfRound(now);
    if (change < 0 && this.step > start) {
      this.go(start);
      return;
    }
    const step = this.stepOfRound(now + change);
    this.go(step >= 0 ? step : change > 0 ? this.last : 0);
  }

  play() {
    if (this.step === this.last) {
      this.go(0);
    }
    this.part("play").setAttribute("aria-pressed", "true");
    this.timer = setInterval(() => {
      this.go(this.step + 1);
      if (this.step === this.last) this.pause();
    }, Number(this.part("speed").value));
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.part("play").setAttribute("aria-pressed", "false");
  }

  toggle() {
    if (this.timer) {
      this.pause();
    } else {
      this.play();
    }
  }

  look(who) {
    this.who = this.valid(who);
    this.part("who").value = String(this.who);
    this.fillLog();
    this.go(this.step);
  }

  // ---- Filling the controls ----

  options(select, entries) {
    select.replaceChildren(...entries.map(([value, text]) => Dom.element("option", { value }, text)));
  }

  fillBots() {
    const bots = this.index.bots.map((name, index) => [index, name]);
    this.options(this.part("bot"), [["", "any bot"], ...bots]);
  }

  fillGames() {
    const wanted = this.part("bot").value;
    const games = this.index.games.filter((game) => wanted === "" || game.bots.includes(Number(wanted)));
    this.options(
      this.part("game"),
      games.map((game) => [game.number, this.describe(game)]),
    );
  }

  describe(game) {
    const order = game.bots.map((_, seat) => seat).sort((one, other) => game.ranks[one] - game.ranks[other]);
    const seats = order.map((seat) => `${this.index.bots[game.bots[seat]]} ${game.totals[seat]}`);
    return `${game.number}: ${seats.join(", ")}${game.faults.length ? " (fault)" : ""}`;
  }

  fillRounds() {
    const rounds = [...new Set(this.film.tables.map((table) => table.round))];
    this.options(
      this.part("round"),
      rounds.map((round) => [round, `Round ${round}`]),
    );
  }

  fillSeats() {
    const seats = this.film.names.map((name, seat) => [seat, name === `P${seat}` ? name : `P${seat} ${name}`]);
    this.options(this.part("who"), [["owner", "their owners, all hands open"], ["spectator", "a spectator"], ...seats]);
    this.part("who").value = String(this.who);
  }

  fillLog() {
    this.part("log").replaceChildren(...Story.log(this.film, this.who));
  }

  // ---- Listening ----

  listen() {
    const on = (name, event, act) => this.part(name).addEventListener(event, act);
    on("bot", "change", () => {
      this.fillGames();
      this.choose();
    });
    on("game", "change", () => this.choose());
    on("first", "click", () => this.go(0));
    on("back-round", "click", () => this.goRound(-1));
    on("back", "click", () => this.go(this.step - 1));
    on("play", "click", () => this.toggle());
    on("forward", "click", () => this.go(this.step + 1));
    on("forward-round", "click", () => this.goRound(1));
    on("end", "click", () => this.go(this.last));
    on("slider", "input", (event) => this.go(Number(event.target.value)));
    on("round", "change", (event) => this.go(this.stepOfRound(Number(event.target.value))));
    on("who", "change", (event) => this.look(event.target.value));
    on("speed", "change", () => {
      if (this.timer) {
        this.pause();
        this.play();
      }
    });
    on("log", "click", (event) => {
      const entry = event.target.closest("li");
      if (entry) this.go(Number(entry.dataset.step));
    });
    this.root.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("hashchange", () => this.follow());
  }

  async choose() {
    const number = this.part("game").value;
    if (number !== "") {
      await this.open(Number(number));
      this.go(0);
    }
  }

  key(event) {
    if (!this.film || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("select, input")) {
      return;
    }
    const keys = {
      ArrowRight: () => (event.shiftKey ? this.goRound(1) : this.go(this.step + 1)),
      ArrowLeft: () => (event.shiftKey ? this.goRound(-1) : this.go(this.step - 1)),
      Home: () => this.go(0),
      End: () => this.go(this.last),
      p: () => this.toggle(),
      o: () => this.look("owner"),
      s: () => this.look("spectator"),
    };
    const act = keys[event.key] ?? (/^[0-7]$/.test(event.key) ? () => this.look(event.key) : null);
    if (act) {
      event.preventDefault();
      act();
    }
  }

  // ---- Addresses ----

  /** Open the game and the step that the address names; tell whether it names a game of the page. */
  async follow() {
    const address = new URLSearchParams(location.hash.slice(1));
    const number = Number(address.get("game"));
    if (!address.has("game") || !this.index.games.some((game) => game.number === number)) {
      return false;
    }
    this.part("bot").value = "";
    this.fillGames();
    await this.open(number, Number(address.get("step")), address.get("as") ?? "owner");
    this.root.scrollIntoView();
    this.root.focus({ preventScroll: true });
    return true;
  }

  async start() {
    if (!(await this.follow()) && this.index.games.length) {
      await this.open(this.index.games[0].number);
    }
  }
}

const viewer = document.getElementById("viewer");
if (viewer) {
  new Viewer(viewer).start();
}
