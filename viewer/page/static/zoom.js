// Fingers on the table: two make it larger, one moves what is larger, and what one meant.
const LARGEST = 5;  // so many times larger the table is made at most
const REACH = 14;  // so far from a finger's middle, in pixels, is what it may have meant
const CLOSE = 30;  // targets that are smaller, in pixels, and close together are made larger first
const ENOUGH = 44;  // so large, in pixels, every finger hits them

export class Zoom {
  constructor(home, root, button) {
    this.home = home;
    this.root = root;
    this.button = button;
    this.fingers = new Map();  // id of a pointer: where it is on the screen
    this.button.onclick = () => this.whole();
    this.whole();
  }

  get on() { return this.larger > 1; }

  // Where a point of the screen is on the table.
  at(x, y) {
    const box = this.home.getBoundingClientRect();
    return [(x - box.left - this.left) / this.larger, (y - box.top - this.top) / this.larger];
  }

  whole() { this.show(1, 0, 0); }

  show(larger, left, top) {
    const { clientWidth: wide, clientHeight: high } = this.home;
    this.larger = Math.max(1, Math.min(LARGEST, larger));
    this.left = Math.min(0, Math.max(wide * (1 - this.larger), left));
    this.top = Math.min(0, Math.max(high * (1 - this.larger), top));
    this.root.style.transform = this.on ? `translate(${this.left}px, ${this.top}px) scale(${this.larger})` : "";
    this.button.hidden = !this.on;
  }

  // Show it so large that a point of the table is at a point of the screen.
  around(larger, [tableX, tableY], x, y) {
    const box = this.home.getBoundingClientRect(), by = Math.max(1, Math.min(LARGEST, larger));
    this.show(by, x - box.left - tableX * by, y - box.top - tableY * by);
  }

  pan(dx, dy) { this.show(this.larger, this.left + dx, this.top + dy); }

  // Return whether there are two fingers now, which mean no piece.
  down(id, x, y) {
    this.fingers.set(id, [x, y]);
    if (this.fingers.size !== 2) return this.fingers.size > 2;
    const [x0, y0, apart] = this.spread();
    this.pinch = { apart, larger: this.larger, point: this.at(x0, y0) };
    return true;
  }

  // Return whether the move was one of two fingers.
  move(id, x, y) {
    if (this.fingers.has(id)) this.fingers.set(id, [x, y]);
    if (!this.pinch || this.fingers.size !== 2) return !!this.pinch;
    const [x0, y0, apart] = this.spread();
    this.around(this.pinch.larger * apart / this.pinch.apart, this.pinch.point, x0, y0);
    return true;
  }

  up(id) {
    this.fingers.delete(id);
    if (!this.fingers.size) this.pinch = null;
  }

  spread() {
    const [[ax, ay], [bx, by]] = [...this.fingers.values()];
    return [(ax + bx) / 2, (ay + by) / 2, Math.max(1, Math.hypot(ax - bx, ay - by))];
  }

  // Return what a finger at a point of the table means; nothing where the table was made larger, as
  // it could have meant several things.
  meant(board, x, y) {
    const under = board.hit(x, y), near = [];
    for (const id of board.order) {
      const node = board.nodes.get(id);
      if (!node || !node.hit || !(node.button || node.glow)) continue;
      const box = board.seen(node), reach = REACH / this.larger;
      const px = Math.max(box[0] + 0.5, Math.min(x, box[0] + box[2] - 0.5));
      const py = Math.max(box[1] + 0.5, Math.min(y, box[1] + box[3] - 0.5));
      if (Math.hypot(px - x, py - y) <= reach && board.hit(px, py) === id)
        near.push([Math.min(box[2], box[3]), Math.hypot(px - x, py - y), id]);
    }
    const least = Math.min(...near.map(([side]) => side)) * this.larger;
    if (near.length > 1 && least < CLOSE && this.larger < LARGEST) {
      const box = this.home.getBoundingClientRect();
      const wanted = this.larger * Math.max(1.5, ENOUGH / least);
      this.around(wanted, [x, y], box.left + this.home.clientWidth / 2, box.top + this.home.clientHeight / 2);
      return null;
    }
    const node = board.nodes.get(under);
    if ((node && node.label) || !near.length) return under;
    return near.sort((a, b) => a[1] - b[1])[0][2];
  }
}
