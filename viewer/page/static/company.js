// Beside the table: a bar with the people and their clocks, and a drawer with chat and the table.
import { Chat } from "/chat.js";
import { Clocks } from "/clocks.js";
import { button, make } from "/make.js";
import { Notifier } from "/notify.js";
import { notifies } from "/secure.js";

export class Company {
  constructor(words, ask, send) {
    Object.assign(this, { words, ask, send, seats: [], colours: [], names: [], table: {}, seat: null, open: "" });
    this.clocks = new Clocks(words, () => this.tick());
    this.notifier = new Notifier(words);
    this.chat = new Chat(words, (text) => ask({ type: "chat", text }), () => this.count());
    this.bar = make("footer", "", { id: "bar" });
    this.bar.hidden = true;
    this.people = button("", () => this.show("people"), { id: "people", "aria-label": words.page_people });
    this.tabs = {
      chat: button(words.page_chat, () => this.show("chat"), { id: "open-chat" }),
      people: button(words.page_table, () => this.show("people"), { id: "open-table" }),
    };
    this.bar.append(this.people, this.tabs.chat, this.tabs.people);
    this.drawer = make("aside", "", { id: "drawer", "aria-label": words.page_people });
    this.drawer.hidden = true;
    this.body = make("section", "", { id: "about" });
    const close = button("×", () => this.show(""), { id: "close-drawer", "aria-label": words.page_close });
    this.drawer.append(close, this.body, this.chat.home);
    this.drawer.onkeydown = (e) => { if (e.key === "Escape") { this.show(""); e.stopPropagation(); } };
    document.body.append(this.bar, this.drawer);
  }

  // ------------------------------------------------------------ what the server says

  sit(seat, table) {
    this.seat = seat;
    this.bar.hidden = false;
    this.chat.sit(seat, table);
  }

  leave() {
    this.open = "";
    this.bar.hidden = this.drawer.hidden = true;
  }

  take(message) {
    switch (message.type) {
      case "people":
        this.table = message;
        this.seats = message.seats;
        this.draw();
        break;
      case "turn": {
        const mine = message.seat === this.seat && this.seat !== null;
        if (mine && this.clocks.seat !== message.seat) this.notifier.turn(document.title.split(" · ").pop());
        this.clocks.take(message);
        this.draw();
        break;
      }
      case "chat":
        this.chat.take(message.said, this, this.open === "chat");
        break;
    }
  }

  paint(message) {
    if (message.colours) this.colours = message.colours;
    if (message.names) this.names = message.names;
    if (message.colours || message.names) this.draw();
  }

  named(seat) { return this.names[seat - 1] || this.words.page_seat.replace("{n}", seat); }

  colour(seat) { return this.colours[seat - 1] || "#9aa7a4"; }

  // ------------------------------------------------------------ what is shown

  show(tab) {
    this.open = tab === this.open ? "" : tab;
    this.drawer.hidden = !this.open;
    this.body.hidden = this.open !== "people";
    this.chat.home.hidden = this.open !== "chat";
    for (const [name, opens] of Object.entries(this.tabs)) opens.setAttribute("aria-expanded", `${this.open === name}`);
    if (this.open === "chat") { this.chat.seen(); this.chat.line.focus(); }
    this.count();
    this.draw();
  }

  count() {
    const unread = this.chat.unread;
    this.tabs.chat.textContent = unread ? `${this.words.page_chat} (${unread})` : this.words.page_chat;
    this.tabs.chat.classList.toggle("main", unread > 0);
  }

  draw() {
    this.chips = this.seats.map((seat, n) => this.chip(seat, n + 1));
    this.people.replaceChildren(...this.chips.map(([chip]) => chip));
    const asked = this.chips.find(([chip]) => chip.classList.contains("asked"));
    if (asked) asked[0].scrollIntoView({ block: "nearest", inline: "nearest" });
    const { over, stopped } = this.table, again = over && this.seat !== null;
    this.tabs.people.classList.toggle("main", Boolean(over || stopped));
    this.tabs.people.textContent = again ? this.words.page_rematch : this.words.page_table;
    if (this.open === "people") this.about();
    this.tick();
  }

  chip(seat, number) {
    const chip = make("span", "", { class: "chip" });
    chip.classList.toggle("asked", this.clocks.seat === number);
    chip.classList.toggle("away", !seat.here && ["link", "open"].includes(seat.for));
    chip.title = `${this.named(number)}: ${this.state(seat)}`;
    const time = make("time");
    const dot = make("i");
    dot.style.setProperty("--seat", this.colour(number));
    chip.append(dot, make("b", this.named(number)), time);
    return [chip, time];
  }

  tick() {
    (this.chips || []).forEach(([chip, time], n) => {
      time.textContent = this.clocks.of(n + 1);
      chip.classList.toggle("short", Boolean(this.clocks.short(n + 1)));
    });
  }

  state(seat) {
    const words = this.words;
    if (seat.stands_in) return words.page_stands_in.replace("{name}", seat.stands_in);
    if (seat.for === "open") return words.page_open;
    if (seat.for !== "link") return words.page_agent.replace("{name}", seat.for);
    return seat.here ? words.page_here : words.page_away;
  }

  about() {
    const words = this.words, mine = this.seats[this.seat - 1], table = this.table;
    const key = JSON.stringify([table, this.seat, this.colours, this.names, this.clocks.seat, this.notifier.on]);
    if (key === this.drawn) return;  // what has the focus would lose it
    if (this.body.contains(document.activeElement) && ["INPUT", "SELECT"].includes(document.activeElement.tagName)) return;
    this.drawn = key;
    const parts = [make("h2", words.page_people)];
    this.seats.forEach((seat, n) => {
      const row = make("p", "", { class: "who" });
      row.append(this.chip(seat, n + 1)[0], make("span", this.state(seat)));
      parts.push(row);
    });
    if (table.watching) parts.push(make("p", words.page_watching.replace("{n}", table.watching)));
    if (table.open_hands) parts.push(make("p", words.page_open_hands));
    if (table.stopped) parts.push(make("p", words.page_stopped));
    if (mine && mine.stands_in && !table.stopped) {
      parts.push(make("p", words.page_lent), button(words.page_take_back, () => location.reload(), { id: "take-seat" }));
    }
    if (mine) parts.push(this.name(mine));
    parts.push(...this.ended(mine), ...this.notices());
    this.body.replaceChildren(...parts);
  }

  name(mine) {
    const label = make("label"), field = make("input", "", { id: "name", maxlength: 40, autocomplete: "nickname" });
    field.value = mine.name;
    field.onchange = () => { field.blur(); this.send({ type: "name", name: field.value }); };
    label.append(make("span", this.words.page_name), field);
    return label;
  }

  ended(mine) {
    const words = this.words, parts = [], token = location.hash.slice(1).split("/")[0];
    const go = (hash) => () => this.go(hash);
    if (this.table.over) {
      parts.push(make("h2", words.page_over));
      if (this.table.after) parts.push(button(words.page_to_rematch, go(token), { id: "to-rematch", class: "main" }));
      else if (mine) {
        const first = this.first();
        // Who begins is chosen by name; where the seats turn, that player has the next one.
        const seat = (turned) => (turned ? (Number(first.value) % this.seats.length) + 1 : Number(first.value));
        const again = (turned) => () => this.ask({ type: "rematch", turned, first: first.value ? seat(turned) : null }, go(token));
        const label = make("label");
        label.append(make("span", words.page_first), first);
        parts.push(label, button(words.page_rematch, again(false), { id: "rematch", class: "main" }));
        parts.push(button(words.page_rematch_turned, again(true), { id: "rematch-turned" }));
      }
      parts.push(button(words.page_save, () => this.ask({ type: "save" }), { id: "save" }));
    }
    if (this.table.before) parts.push(button(words.page_before, go(`${token}/${this.table.before}`), { id: "before" }));
    return parts;
  }

  first() {
    // A choice of the player who begins a rematch; it stays when the drawer is drawn anew.
    const select = make("select", "", { id: "first" });
    select.append(make("option", this.words.page_first_same, { value: "" }));
    this.seats.forEach((_, n) => select.append(make("option", this.named(n + 1), { value: n + 1 })));
    select.value = this.begins || "";
    select.onchange = () => { this.begins = select.value; };
    return select;
  }

  go(hash) {
    if (location.hash === `#${hash}`) location.reload();
    else location.hash = hash;  // which loads the page anew, too
  }

  notices() {
    const words = this.words;
    if (this.seat === null) return [];
    if (!this.notifier.possible) return [make("p", notifies() ? words.page_notify_denied : words.page_notify_impossible)];
    const toggle = async () => { await this.notifier.toggle(); this.draw(); };
    return [button(this.notifier.on ? words.page_notify_off : words.page_notify_on, toggle, { id: "notify" })];
  }
}
