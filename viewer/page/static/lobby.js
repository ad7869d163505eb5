// The host's page: lay a table, and hand out its links.
import { button, make } from "/make.js";
import { notifies } from "/secure.js";
import { TableTerms, handsOf, hintsOf, saveOf, seatOf } from "/terms.js";
import { proposalOf } from "/proposal.js";

function choice(options, chosen) {
  const select = make("select");
  for (const [value, text] of options) select.append(make("option", text, { value }));
  if (chosen !== undefined) select.value = chosen;
  return select;
}

function labelled(text, control) {
  const label = make("label");
  label.append(make("span", text), control);
  return label;
}

export class Lobby {
  constructor(home, words, send) {
    this.home = home;
    this.words = words;
    this.send = send;
  }

  show(house) {
    this.house = house;
    this.home.replaceChildren(make("h1", this.words.page_title));
    this.form = make("section");
    this.links = make("section");
    this.links.hidden = true;
    this.list = make("section");
    const notify = make("p", notifies() ? this.words.page_notify_possible : this.words.page_notify_impossible);
    this.home.append(this.form, this.links, this.list, notify);
    this.game = choice(house.rulesets.map((r) => [r.rules, r.title]));
    this.game.id = "game";
    this.game.onchange = () => this.choose();
    this.fields = make("div");
    const create = make("button", this.words.page_create, { type: "button", class: "main", id: "create" });
    create.onclick = () => this.create();
    this.form.append(make("h2", this.words.page_new_table), labelled(this.words.page_game, this.game), this.fields, create);
    this.choose();
    this.tables(house.tables);
  }

  choose() {
    const rules = this.rules = this.house.rulesets.find((r) => r.rules === this.game.value);
    const [least, most] = rules.players;
    const numbers = Array.from({ length: most - least + 1 }, (_, n) => [`${least + n}`, `${least + n}`]);
    this.players = choice(numbers, `${least}`);
    this.players.onchange = () => this.seat();
    this.seats = make("div");
    this.options = new Map();
    this.terms = new TableTerms(this.words);
    this.fields.replaceChildren(labelled(this.words.page_players, this.players), this.seats);
    for (const option of rules.options) {
      const select = choice(option.values.map((value, n) => [value, option.shown[n]]), option.default);
      this.options.set(option.name, select);
      this.fields.append(labelled(option.words || option.title, select));
    }
    this.fields.append(...this.terms.fields);
    this.seat();
  }

  seat() {
    const kinds = [["link", this.words.page_link], ["open", this.words.page_open],
      ...this.house.agents.map((name) => [name, this.words.page_agent.replace("{name}", name)])];
    this.places = Array.from({ length: Number(this.players.value) }, () => choice(kinds, "link"));
    const seats = this.places.map((place, n) => labelled(this.words.page_seat.replace("{n}", n + 1), place));
    const numbers = this.places.map((_, n) => [`${n + 1}`, this.words.page_seat.replace("{n}", n + 1)]);
    this.first = choice([["", this.words.page_first_usual], ...numbers]);
    this.seats.replaceChildren(...seats, labelled(this.words.page_first, this.first));
  }

  create() {
    this.send({
      type: "create", rules: this.rules.rules,
      seats: this.places.map((place) => ({ for: place.value })),
      terms: this.terms.chosen, first: Number(this.first.value) || null,
      options: Object.fromEntries(Array.from(this.options, ([name, select]) => [name, select.value])),
    });
  }

  answer(message) {
    if (message.tables) this.tables(message.tables);
    if (message.type === "created") this.hand(message.links, true);
    else if (message.type === "link") this.hand([message], false);
  }

  hand(links, laid) {
    this.links.hidden = false;
    this.links.replaceChildren(make("h2", this.words.page_links), make("p", this.words.page_links_text));
    for (const link of links) {
      const address = `${this.house.site || location.origin}/#${link.token}`;
      const row = make("div", "", { class: "row" });
      const name = { seat: this.words.page_seat.replace("{n}", link.seat), watch: this.words.page_watch, join: this.words.page_open }[link.role];
      const open = make("a", name, { href: address, target: "_blank", rel: "noopener" });
      open.dataset.role = link.role;
      open.dataset.seat = link.seat || "";
      const copy = make("button", this.words.page_copy, { type: "button" });
      copy.onclick = async () => {
        try { await navigator.clipboard.writeText(address); copy.textContent = this.words.page_copied; } catch { /* only https and localhost have a clipboard */ }
      };
      row.append(open, make("code", address), copy);
      this.links.append(row);
    }
    this.links.scrollIntoView();
    if (laid) this.links.querySelector("a").focus();
  }

  links_of(table) {
    const renew = (role, text) => button(text, () => this.send({ type: "renew", table: table.table, role }));
    const open = table.seats.some((seat) => seat.for === "open");
    return [renew("watch", this.words.page_renew_watch), ...(open ? [renew("join", this.words.page_renew_open)] : [])];
  }

  tables(tables) {
    this.list.hidden = !tables.length;
    this.list.replaceChildren(make("h2", this.words.page_tables));
    for (const table of tables) {
      this.list.append(make("h3", table.title));
      table.seats.forEach((seat, n) => {
        const row = make("div", "", { class: "row" });
        const who = `${this.words.page_seat.replace("{n}", n + 1)}${seat.name ? `: ${seat.name}` : ""}`;
        const renew = make("button", this.words.page_renew, { type: "button" });
        renew.onclick = () => this.send({ type: "renew", table: table.table, role: "seat", seat: n + 1 });
        row.append(make("span", `${who}${seat.here ? " ●" : ""}`));
        row.append(seatOf(table, n, this.house.agents, this.words, this.send));
        if (seat.own) row.append(renew);
        this.list.append(row);
      });
      const more = make("div", "", { class: "row" });
      more.append(...this.links_of(table), handsOf(table, this.words, this.send), hintsOf(table, this.words, this.send), saveOf(table, this.words, this.send), proposalOf(table, this.words, this.send));
      this.list.append(more);
    }
  }
}
