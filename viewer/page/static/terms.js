// What the host agrees on with the people at a table: its clock, absent players, open hands.
import { button, make } from "/make.js";

const CLOCKS = [
  {}, { seconds: 300, increment: 3 }, { seconds: 600, increment: 5 }, { seconds: 1800, increment: 10 },
  { seconds: 3600, increment: 20 }, { days: 1 }, { days: 3 }, { days: 7 },
];
const AWAY = [0, 2, 5, 15, 60];  // minutes

function choice(options, id) {
  const select = make("select", "", { id });
  options.forEach(([value, text]) => select.append(make("option", text, { value })));
  return select;
}

function labelled(text, control) {
  const label = make("label");
  label.append(make("span", text), control);
  return label;
}

export class TableTerms {
  constructor(words) {
    this.clock = choice(CLOCKS.map((clock, n) => [n, named(clock, words)]), "clock");
    this.out = choice([["stop", words.page_out_stop], ["agent", words.page_out_agent]], "out");
    this.away = choice(AWAY.map((n) => [n, n ? words.page_away_after.replace("{n}", n) : words.page_away_never]), "absent");
    this.hands = choice([["", words.page_hands_own], ["yes", words.page_hands_all]], "hands");
    const out = labelled(words.page_out, this.out);
    out.hidden = true;
    this.clock.onchange = () => { out.hidden = this.clock.value === "0"; };
    this.hints = choice([["yes", words.page_hints_on], ["", words.page_hints_off]], "hints");
    this.fields = [
      labelled(words.page_clock, this.clock), out, labelled(words.page_absent, this.away),
      labelled(words.page_hands, this.hands),
      labelled(words.page_hints, this.hints),
    ];
  }

  get chosen() {
    return {
      ...CLOCKS[Number(this.clock.value)], out: this.out.value, away: Number(this.away.value),
      open_hands: this.hands.value === "yes", hints: this.hints.value === "yes",
    };
  }
}

function named(clock, words) {
  if (clock.days) return (clock.days === 1 ? words.page_clock_day : words.page_clock_days).replace("{n}", clock.days);
  if (!clock.seconds) return words.page_clock_none;
  return words.page_clock_game.replace("{m}", clock.seconds / 60).replace("{s}", clock.increment);
}

export function seatOf(table, number, agents, words, send) {
  // A choice of who has a seat: its player, anyone, or an AI player.
  const seat = table.seats[number];
  const kinds = [["link", words.page_link], ["open", words.page_open],
    ...agents.map((name) => [name, words.page_agent.replace("{name}", name)])];
  const select = choice(kinds, `seat-${table.table}-${number + 1}`);
  select.setAttribute("aria-label", words.page_seat.replace("{n}", number + 1));
  select.value = seat.for;
  select.onchange = () => send({ type: "seat", table: table.table, seat: number + 1, for: select.value });
  return select;
}

export function handsOf(table, words, send) {
  const open = table.terms.open_hands;
  const text = open ? words.page_hands_close : words.page_hands_open;
  return button(text, () => send({ type: "terms", table: table.table, open_hands: !open }));
}

export function hintsOf(table, words, send) {
  const on = table.terms.hints;
  const text = on ? words.page_hints_forbid : words.page_hints_allow;
  return button(text, () => send({ type: "terms", table: table.table, hints: !on }));
}

export function saveOf(table, words, send) {
  return button(words.page_save, () => send({ type: "export", table: table.table }));
}
