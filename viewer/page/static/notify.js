// "Your turn" outside the page, where the person wants that and the browser allows it.
import { notifies } from "/secure.js";

const KEY = "cairn-notify";

export class Notifier {
  constructor(words) { this.words = words; }

  get possible() { return notifies() && "serviceWorker" in navigator && Notification.permission !== "denied"; }
  get on() { return this.possible && Notification.permission === "granted" && localStorage.getItem(KEY) === "yes"; }

  async toggle() {
    if (this.on) { localStorage.removeItem(KEY); return; }
    if (await Notification.requestPermission() !== "granted") return;
    await navigator.serviceWorker.register("/worker.js");
    localStorage.setItem(KEY, "yes");
  }

  async turn(title) {
    if (!this.on || document.visibilityState === "visible") return;
    const worker = await navigator.serviceWorker.getRegistration();  // phones notify only by a worker
    if (worker) worker.showNotification(this.words.page_your_turn, {
      body: title, icon: "/icon.svg", tag: "cairn", data: location.href,
    });
  }
}
