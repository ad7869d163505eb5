// A class: the teacher's page for the projector, and the page on each pupil's phone.
import { Board } from "/board.js";
import { make } from "/make.js";

const SVG = "http://www.w3.org/2000/svg";
const LETTERS = "ABCDEFGH";

// A position is only looked at: the keys and the pointer belong to the page.
class Position extends Board {
  constructor(home) { super(home, make("button"), () => {}); }
  key() {}
  wheel() {}
  down() {}
  move() {}
  up() {}
  why() {}

  // How many have chosen the moves whose letters are on the table; `right`: the letter that is.
  count(votes, right) {
    if (this.counts) this.counts.remove();
    this.counts = document.createElementNS(SVG, "g");
    for (const [id, { box, words }] of this.nodes) {
      const letters = id.startsWith("label:") && words ? words.lines[0].split(" ") : [];
      const number = letters.reduce((sum, letter) => sum + (votes[LETTERS.indexOf(letter)] || []).length, 0);
      if (!number || letters.some((letter) => !LETTERS.includes(letter))) continue;
      const circle = document.createElementNS(SVG, "circle"), text = document.createElementNS(SVG, "text");
      const [x, y, w] = box, at = { cx: x + w / 2, cy: y - 18, r: 17 };
      for (const [key, value] of Object.entries(at)) circle.setAttribute(key, value);
      circle.setAttribute("class", letters.includes(right) ? "vote right" : "vote");
      text.setAttribute("x", at.cx);
      text.setAttribute("y", at.cy + 6);
      text.setAttribute("class", "vote");
      text.textContent = number;
      this.counts.append(circle, text);
    }
    this.root.append(this.counts);
  }
}

export class ClassPage {
  constructor(home, words, send) {
    Object.assign(this, { home, words, send, pupils: [], plan: { points: [] }, question: {} });
    addEventListener("resize", () => { clearTimeout(this.sizing); this.sizing = setTimeout(() => this.measure(), 120); });
  }

  async take(message) {
    if (message.type === "class") await this.begin(message);
    else if (message.type === "pupils") { this.pupils = message.pupils; this.people(); }
    else if (message.type === "plan") { this.plan = message; this.points(); }
    else if (message.type === "question") this.ask(message);
  }

  async begin(message) {
    if (message.language !== document.documentElement.lang) {
      this.words = await (await fetch(`/words/${message.language}.json`)).json();
      document.documentElement.lang = message.language;
    }
    this.me = message;
    document.title = message.title || "Cairn";
    this.home.hidden = false;
    this.home.className = message.role;
    if (message.role === "new") { this.form(); return; }
    this.top = make("header");
    this.top.append(make("h1", message.title || this.words.page_class_preparing), make("span", message.name));
    this.board = make("div", "", { class: "board" });
    this.picture = new Position(this.board);
    this.text = make("section", "", { class: "asked", "aria-live": "polite" });
    this.side = make("aside");
    this.home.replaceChildren(this.top, this.board, this.text, ...(message.role === "teacher" ? [this.side] : []));
    if (message.role === "teacher") this.desk();
    if (this.question.type) this.ask(this.question);
    this.measure();
  }

  leave() {
    // The pupil plays at a table; the class comes again by itself.
    this.home.hidden = true;
    this.board = this.text = null;
    this.question = {};
  }

  measure() {
    if (!this.board || this.home.hidden) return;
    this.board.hidden = false;
    const { clientWidth, clientHeight } = this.board;
    this.send({ type: "size", width: Math.max(200, clientWidth), height: Math.max(200, clientHeight) });
    this.board.hidden = !this.drawn;
  }

  form() {
    const form = make("form"), name = make("input", "", { id: "name", maxlength: 40, autocomplete: "given-name", required: "" });
    const label = make("label");
    label.append(make("span", this.words.page_class_name), name);
    form.append(make("h1", this.words.page_class_join), label, make("button", this.words.page_class_enter, { class: "main" }));
    form.onsubmit = (e) => { e.preventDefault(); this.send({ type: "join", name: name.value }); };
    this.home.replaceChildren(form);
    name.focus();
  }

  // ------------------------------------------------------------ what is asked

  ask(message) {
    const before = this.question;
    this.question = message;
    if (!this.text) return;
    if (message.table !== undefined) {
      this.drawn = !!message.table;
      this.board.hidden = !this.drawn;
      if (message.table) this.picture.take(message.table);
    }
    if (!message.asks) { this.drawn = false; this.board.hidden = true; }
    if (this.me.role === "teacher") this.controls();
    if (before.number !== message.number) this.text.scrollTop = 0;
    this.text.replaceChildren(...(message.asks ? this.asking(message) : this.waiting(message)));
    if (message.votes && this.drawn) this.picture.count(message.votes, LETTERS[message.right]);
    const rule = this.text.querySelector(".rule");
    if (rule && !(before.rule && before.number === message.number)) rule.scrollIntoView({ block: "end" });
    this.home.classList.toggle("asks", message.asks);
  }

  waiting(message) {
    if (this.me.role === "teacher") return this.inviting();
    if (message.total === undefined) return [make("p", this.words.page_class_wait)];
    return [make("p", this.words.page_class_result.replace("{right}", message.right).replace("{total}", message.total))];
  }

  inviting() {
    const link = make("p");
    link.append(make("code", this.me.link));
    return [make("h2", this.words.page_class_join), this.code(this.me.code), link, make("p", this.words.page_class_choose)];
  }

  asking(message) {
    const parts = [make("h3", message.title)];
    if (message.told) parts.push(make("p", message.told));
    parts.push(make("h2", message.question));
    const most = message.votes ? Math.max(1, ...message.votes.map((names) => names.length)) : 1;
    const answers = make("div", "", { class: "answers" });
    message.answers.forEach((answer, n) => answers.append(this.answer(message, answer, n, most)));
    parts.push(answers);
    if (message.rule) parts.push(this.rule(message));
    const own = message.pace !== "together" && message.chosen !== null && message.chosen !== undefined;
    if (own && this.me.role === "pupil") {
      const next = make("button", this.words.page_class_next, { type: "button", class: "main", id: "next" });
      next.onclick = () => this.send({ type: "next" });
      parts.push(next);
    }
    return parts;
  }

  answer(message, answer, n, most) {
    const teacher = this.me.role === "teacher", shown = message.right !== undefined;
    const row = make(teacher ? "div" : "button", "", { class: "answer", ...(teacher ? {} : { type: "button" }) });
    row.append(make("b", LETTERS[n]), make("span", answer));
    if (message.chosen === n) { row.classList.add("chosen"); row.setAttribute("aria-pressed", "true"); }
    if (shown) row.classList.add(message.right === n ? "right" : "other");
    if (shown && message.right === n) row.append(make("i", "✓"));
    if (teacher) {
      const names = message.votes[n], bar = make("span", "", { class: "bar" });
      bar.style.width = `${(100 * names.length) / most}%`;
      row.append(make("strong", `${names.length}`), bar, make("small", names.join(", ")));
    } else {
      row.disabled = shown;
      row.onclick = () => this.send({ type: "answer", number: message.number, choice: n });
    }
    return row;
  }

  rule(message) {
    const box = make("section", "", { class: "rule" }), mine = message.chosen ?? message.right;
    const reply = message.replies[mine] || message.replies[message.right];
    if (reply) box.append(make("p", reply));
    const { sentence, text, file, line } = message.rule;
    if (sentence !== reply) box.append(make("p", sentence));
    if (text) box.append(make("pre", text), make("small", `${file}:${line}`));
    return box;
  }

  // ------------------------------------------------------------ the teacher's side

  desk() {
    this.buttons = make("div", "", { class: "row controls" });
    this.link = make("section", "", { class: "link" });
    this.link.append(this.code(this.me.code), make("code", this.me.link));
    this.names = make("section");
    this.list = make("section", "", { class: "plan" });
    this.side.replaceChildren(this.buttons, this.link, this.names, this.list);
    this.controls();
    this.people();
    this.points();
  }

  code(rows) {
    const size = rows.length, svg = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
    svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
    svg.setAttribute("class", "code");
    path.setAttribute("d", rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join(""));
    svg.append(path);
    return svg;
  }

  controls() {
    if (!this.buttons) return;
    const words = this.words, asked = this.question, number = asked.asks ? asked.number : -1;
    const row = [];
    const add = (text, message, main) => {
      const button = make("button", text, { type: "button", ...(main ? { class: "main" } : {}) });
      button.onclick = () => (typeof message === "function" ? message() : this.send(message));
      row.push(button);
      return button;
    };
    const ready = this.plan.ready;
    if (asked.asks && asked.right === undefined) add(words.page_class_reveal, { type: "reveal" }, true).id = "reveal";
    else if (ready && number + 1 < (asked.count ?? 1e9)) add(words.page_class_next, { type: "ask", number: number + 1 }, true).id = "ask";
    if (asked.asks) add(words.page_class_end, { type: "pace", pace: "together" });
    else if (ready && this.plan.pace === "together") {
      add(words.page_class_course, { type: "pace", pace: "course" }).id = "course";
      add(words.page_class_exam, { type: "pace", pace: "exam" }).id = "exam";
      if (!this.plays.length) add(words.page_class_pair, { type: "pair" }).id = "pair";
    } else if (ready) add(words.page_class_end, { type: "pace", pace: "together" });
    if (this.plays.length) add(words.page_class_unpair, { type: "pair", play: false }, true).id = "unpair";
    add(words.page_class_print, () => print());
    add(words.page_class_forget, () => { if (confirm(words.page_class_sure)) this.send({ type: "forget" }); });
    this.buttons.replaceChildren(...row);
  }

  people() {
    if (!this.names) return;
    const here = this.pupils.filter((pupil) => pupil.here).length;
    this.names.replaceChildren(make("h2", `${this.words.page_class_pupils}: ${here} / ${this.pupils.length}`));
    for (const { name, here: there } of this.pupils) {
      const pupil = make("button", name, { type: "button", class: there ? "pupil" : "pupil away", title: this.words.page_class_remove });
      pupil.onclick = () => { if (confirm(`${this.words.page_class_remove}: ${name}?`)) this.send({ type: "remove", name }); };
      this.names.append(pupil);
    }
    if (this.plays.length) this.names.append(make("h2", this.words.page_class_plays));
    for (const group of this.plays) this.names.append(make("p", group.join(" · ")));
  }

  get plays() { return this.plan.plays || []; }

  points() {
    if (!this.list) return;
    this.controls();
    this.people();
    this.list.replaceChildren(make("h2", this.words.page_class_plan));
    if (!this.plan.ready) this.list.append(make("p", this.words.page_class_preparing));
    for (const point of this.plan.points) this.list.append(this.point(point));
  }

  point({ title, sentence, exercises, right, answered }) {
    const row = make("div", "", { class: "point" }), state = answered ? (right / answered >= 0.75 ? "known" : "unsure") : "new";
    row.classList.add(state);
    const known = answered ? this.words.page_class_known.replace("{right}", right).replace("{answered}", answered) : this.words.page_class_not_asked;
    row.append(make("span", known), make("b", title), make("p", sentence));
    for (const number of exercises) {
      const ask = make("button", this.words.page_class_ask, { type: "button", class: "ask" });
      ask.onclick = () => this.send({ type: "ask", number });
      row.append(ask);
    }
    return row;
  }
}
