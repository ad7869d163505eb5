// "Your turn" outside the page, where the person wants that and the browser allows it.
import { notifies } from "/secure.js";

const KEY = "cairn-notify";

export class Notifier {
  constructor(words) { this.words = words; }

  get possible() { return notifies() && Notification.permission !== "denied"; }
  get on() { return this.possible && Notification.permission === "granted" && localStorage.getItem(KEY) === "yes"; }

  async toggle() {
    if (this.on) { localStorage.removeItem(KEY); return; }
    if (await Notification.requestPermission() === "granted") localStorage.setItem(KEY, "yes");
  }

  turn(title) {
    if (!this.on || document.visibilityState === "visible") return;
    try {
      const shown = new Notification(this.words.page_your_turn, { body: title, icon: "/icon.svg", tag: "cairn" });
      shown.onclick = () => { window.focus(); shown.close(); };
    } catch { /* some phones allow this only to a worker */ }
  }
}
