// The page: it keeps the connection, and shows either a table or the host's lobby.
import { Board } from "/board.js";
import { Company } from "/company.js";
import { ClassPage } from "/class.js";
import { Lobby } from "/lobby.js";
import { keep } from "/make.js";
import { Proposal } from "/proposal.js";

// So many milliseconds pass at most until the page tries to come again, and after many tries.
const SOON = 400, LATER = 5000, MANY = 75;
const LANGUAGES = ["en", "de", "fr"];
let language = [localStorage.getItem("language"), ...(navigator.languages || [])]
  .map((name) => (name || "").slice(0, 2)).find((name) => LANGUAGES.includes(name)) || "en";
const words = {};

async function speak(chosen) {
  Object.assign(words, await (await fetch(`/words/${chosen}.json`)).json());
  document.documentElement.lang = language = chosen;
  document.getElementById("whole").textContent = words.page_whole;
}
await speak(language);

const table = document.getElementById("table");
const lobby = document.getElementById("lobby");
const notice = document.getElementById("notice");

class Session {
  constructor() {
    this.socket = null;
    this.version = 0;
    this.tries = 0;
    this.ended = false;
    this.doing = new Map();
    this.waiting = new Map();  // what was sent and not answered, by its id
    const whole = document.getElementById("whole");
    this.board = new Board(table, whole, (input) => this.input(input));
    this.company = new Company(words, (what, done) => this.ask(what, done), (message) => this.send(message));
    this.proposal = new Proposal(words, (agree) => this.ask({ type: "vote", version: this.version, agree }));
    this.lesson = new ClassPage(document.getElementById("class"), words, (message) => this.send(message));
    this.lobby = new Lobby(lobby, words, (message) => this.send(message));
    // An id is made up here and never comes twice, also on another device.
    this.ids = Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join("");
    this.count = 0;
    addEventListener("resize", () => this.resize());
    // A page that is kept for the way back has left the table; it comes again when it is shown.
    addEventListener("pagehide", () => { if (this.socket) this.socket.close(); });
    addEventListener("hashchange", () => location.reload());
  }

  get token() { return location.hash.slice(1).split("/")[0]; }
  get past() { return location.hash.split("/")[1] || ""; }

  connect() {
    if (!this.token) { this.tell(words.page_no_link, false); return; }
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = this.socket = new WebSocket(`${scheme}://${location.host}/ws`);
    socket.onopen = () => {
      this.fresh = true;
      this.send({
        type: "hello", token: this.token, seen: this.version, level: "nodes", language,
        table: this.past, ...this.size(),
      });
    };
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = () => { if (socket === this.socket && !this.ended) this.again(); };
  }

  again() {
    this.lost(words.page_lost);
    // Guests who were cut off together don't come again together.
    const most = this.tries++ < MANY ? SOON : LATER;
    setTimeout(() => this.connect(), most * (0.5 + Math.random() / 2));
  }

  send(message) {
    if (this.socket && this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  input(input) {
    const message = { type: "input", id: `${this.ids}-${++this.count}`, version: this.version, ...input };
    if (input.do !== "rest") this.waiting.set(message.id, message);
    this.send(message);
    return message.id;
  }

  // The table's own size: without what a phone's notch or rounded corners take.
  size() {
    return { width: Math.max(200, table.clientWidth), height: Math.max(200, table.clientHeight) };
  }

  ask(what, done) {
    // What is no input on the table; `done` is called when it is carried out.
    const message = { id: `${this.ids}-${++this.count}`, ...what };
    this.waiting.set(message.id, message);
    if (done) this.doing.set(message.id, done);
    this.send(message);
  }

  resize() {
    clearTimeout(this.sizing);
    this.sizing = setTimeout(() => this.teaching || this.send({ type: "size", ...this.size() }), 120);
  }

  take(message) {
    switch (message.type) {
      case "seated":
        history.replaceState(null, "", `#${message.token}`);
        break;
      case "welcome":
        this.company.sit(message.seat, message.table);
        this.seat = message.seat;
        this.teaching = false;
        this.lesson.leave();
        table.hidden = false;
        lobby.hidden = true;
        this.lost("");
        this.tries = 0;
        break;
      case "house":
        table.hidden = true;
        lobby.hidden = false;
        this.lost("");
        this.tries = 0;
        this.lobby.show(message);
        break;
      case "nodes":
        this.version = message.version;
        this.board.take(message);
        table.dataset.version = message.version;
        this.company.paint(message);
        if (message.language && message.language !== language) {
          localStorage.setItem("language", message.language);
          speak(message.language);
        }
        if (message.title) document.title = message.title;
        if (message.said) document.getElementById("log").textContent = message.said;
        if (this.fresh) this.sendAgain();
        break;
      case "people": case "turn": case "chat":
        this.company.take(message);
        break;
      case "proposal":
        this.proposal.take(message, this.seat);
        break;
      case "class":
        this.lost("");
        this.tries = 0;
        this.teaching = true;
        this.version = 0;
        table.hidden = true;
        this.company.leave();
        this.lesson.take(message);
        break;
      case "pupils": case "plan": case "question":
        this.lesson.take(message);
        break;
      case "file":
        keep(message);
        this.answered(message.id);
        break;
      case "made": case "done": {
        const done = this.doing.get(message.id);
        this.answered(message.id);
        if (done) done(message);
        break;
      }
      case "refused":
        this.answered(message.id);
        if (message.version === undefined) this.tell(message.why, false);
        break;
      case "closed":
        if (!message.again) { this.ended = true; this.tell(message.why, true); }
        break;
      case "created": case "link": case "tables":
        this.lobby.answer(message);
        break;
    }
  }

  sendAgain() {
    // After the connection was lost: what was made meanwhile is answered, and nothing is made twice.
    this.fresh = false;
    for (const message of this.waiting.values()) this.send(message);
  }

  answered(id) {
    this.waiting.delete(id);
    this.doing.delete(id);
    this.board.answered(id);
  }

  lost(text) {
    let sign = document.getElementById("lost");
    if (!text) { if (sign) sign.remove(); return; }
    if (!sign) {
      sign = document.createElement("p");
      sign.id = "lost";
      sign.setAttribute("role", "status");
      document.body.append(sign);
    }
    sign.textContent = text;
  }

  tell(text, again) {
    document.getElementById("notice-text").textContent = text;
    const button = document.getElementById("notice-again");
    button.textContent = again ? words.page_again : words.page_close;
    button.onclick = () => { notice.close(); if (again) location.reload(); };
    if (!notice.open) notice.showModal();
  }
}

new Session().connect();
