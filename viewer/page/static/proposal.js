// Rules that the host proposes: what changes, what it costs, and a guest's answer.
import { button, make } from "/make.js";

// The host's button at a table: propose the file as it is now, or withdraw that.
export function proposalOf(table, words, send) {
  const text = table.proposed ? words.page_rules_withdraw : words.page_rules_use;
  return button(text, () => send({ type: "propose", table: table.table, withdraw: table.proposed }));
}

export class Proposal {
  constructor(words, answer) {
    this.words = words;
    this.answer = answer;
    this.strip = button("", () => this.look(), { id: "proposed" });
    this.strip.hidden = true;
    this.dialog = make("dialog", "", { id: "proposal" });
    document.body.append(this.strip, this.dialog);
  }

  take(message, seat) {
    const before = this.message;
    this.message = message.open ? message : null;
    this.strip.hidden = !message.open;
    if (!message.open) { this.dialog.close(); return; }
    const mine = message.waits.some((place) => place.seat === seat);
    this.fill(message, mine);
    if (mine && !(before && before.rules === message.rules)) this.look();
    if (!mine) this.dialog.close();
  }

  fill(message, mine) {
    const words = this.words, { kept, decisions, more, waits } = message;
    const names = waits.map((place) => place.name || words.page_seat.replace("{n}", place.seat)).join(", ");
    const waiting = words.page_rules_waits.replace("{names}", names);
    this.strip.textContent = mine ? words.page_rules_proposed : waiting;
    const list = make("ul");
    for (const change of message.changes) list.append(make("li", change));
    if (more) list.append(make("li", words.page_rules_more.replace("{n}", more)));
    const cost = message.parted
      ? [message.parted, words.page_rules_back.replace("{kept}", kept).replace("{n}", decisions)]
      : [words.page_rules_kept];
    const answers = mine ? [
      button(words.page_rules_agree, () => this.say(true), { id: "agree", class: "main" }),
      button(words.page_rules_decline, () => this.say(false), { id: "decline" }),
      button(words.page_rules_later, () => this.dialog.close(), { id: "later" }),
    ] : [button(words.page_close, () => this.dialog.close())];
    const row = make("div", "", { class: "row" });
    row.append(...answers);
    this.dialog.replaceChildren(
      make("h2", words.page_rules_proposed),
      message.changes.length ? list : make("p", words.page_rules_same),
      ...cost.map((sentence) => make("p", sentence)), make("p", waiting), row,
    );
  }

  look() {
    if (!this.dialog.open) this.dialog.showModal();
  }

  say(agree) {
    this.dialog.close();
    this.answer(agree);
  }
}
