// The chat of a table: what was said, in the order of the server, and a line to say something.
import { make } from "/make.js";

const LONGEST = 300;

export class Chat {
  constructor(words, say, changed) {
    this.words = words;
    this.changed = changed;
    this.unread = this.last = 0;
    this.list = make("ol", "", { id: "remarks", role: "log", "aria-label": words.page_chat });
    this.line = make("input", "", { id: "remark", maxlength: LONGEST, autocomplete: "off", "aria-label": words.page_say });
    this.line.placeholder = words.page_say;
    this.form = make("form");
    this.form.append(this.line, make("button", words.page_send, { class: "main" }));
    this.form.onsubmit = (e) => {
      e.preventDefault();
      if (this.line.value.trim()) say(this.line.value);
      this.line.value = "";
    };
    this.only = make("p", words.page_only_read);
    this.home = make("section", "", { id: "chat" });
    this.home.append(make("h2", words.page_chat), this.list, this.form, this.only);
  }

  sit(seat, table) {
    this.form.hidden = seat === null;
    this.only.hidden = seat !== null;
    const key = `cairn-read-${table}`;
    if (this.key && this.key !== key) {  // another table, where nothing of this was said
      this.list.replaceChildren();
      this.unread = this.last = 0;
    }
    this.key = key;
  }

  take(said, company, open) {
    const read = Number(localStorage.getItem(this.key));
    for (const remark of said) {
      if (remark.number <= this.last) continue;
      this.last = remark.number;
      if (remark.seat !== company.seat && remark.number > read) this.unread += 1;
      const row = make("li");
      const who = make("b", remark.name || company.named(remark.seat));
      who.style.setProperty("--seat", company.colour(remark.seat));
      const time = new Date(remark.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
      row.append(who, make("time", time), make("span", remark.text));
      this.list.append(row);
    }
    while (this.list.children.length > 500) this.list.firstChild.remove();
    this.list.scrollTop = this.list.scrollHeight;
    if (open) this.seen();
    this.changed();
  }

  seen() {
    this.unread = 0;
    localStorage.setItem(this.key, this.last);
    this.list.scrollTop = this.list.scrollHeight;
  }
}
