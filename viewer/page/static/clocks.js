// The clocks of the seats: the server says what is left, and they run on here until it says more.
const SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR;
const two = (number) => `${number}`.padStart(2, "0");

export function written(left, words) {
  if (left >= DAY) return words.page_days
    .replace("{d}", Math.floor(left / DAY)).replace("{h}", Math.floor((left % DAY) / HOUR));
  const seconds = Math.ceil(left / SECOND), s = seconds % 60, m = Math.floor(seconds / 60) % 60;
  const h = Math.floor(seconds / 3600);
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

export class Clocks {
  constructor(words, show) {
    this.words = words;
    this.show = show;
    this.left = [];
    this.seat = null;
  }

  take(message) {
    this.left = message.left || [];
    this.seat = message.seat;
    this.runs = message.runs;
    this.since = performance.now();
    clearInterval(this.ticking);
    if (this.runs && this.left.length && this.seat !== null) this.ticking = setInterval(this.show, 250);
  }

  of(seat) {
    // Return the time of a seat, from 1, in words, empty without a clock.
    const left = this.left[seat - 1];
    if (left === undefined || left === null) return "";
    const gone = this.runs && seat === this.seat ? performance.now() - this.since : 0;
    return written(Math.max(0, left - gone), this.words);
  }

  short(seat) { return this.of(seat) && this.left[seat - 1] < 30 * SECOND; }
}
