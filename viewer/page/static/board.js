// The table as SVG. The server says what is where; this draws it, and says what was touched.
import { Zoom } from "/zoom.js";

const SVG = "http://www.w3.org/2000/svg";
const SLIP = 6, SWIPE = 60;  // so far, in pixels, a press goes before it is a drag, or a swipe
const REST = 450, LONG = 550;  // milliseconds
const KEYS = {
  Enter: "enter", Escape: "escape", Tab: "tab", Backspace: "backspace", Delete: "delete", " ": "space",
  ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", Home: "home", End: "end",
  PageUp: "pageup", PageDown: "pagedown", "+": "plus", "-": "minus", F1: "f1",
};
const PARTS = new DOMParser();

function make(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
  return element;
}

export class Board {
  constructor(home, whole, send) {
    this.home = home;
    this.send = send;
    this.root = make("svg", { role: "application" });
    this.pool = make("svg", { class: "pool", "aria-hidden": "true" });
    this.defs = make("defs");
    this.pool.append(this.defs);
    home.append(this.pool, this.root);
    this.pictures = new Map();  // hash: the box of the picture around that of the node
    this.nodes = new Map();  // id: what the server says of it
    this.shown = new Map();  // id: its elements
    this.order = [];
    this.sent = new Map();  // id of an input: id of the node
    this.clips = new Map();
    this.press = this.drag = null;
    this.zoom = new Zoom(home, this.root, whole);
    home.addEventListener("pointerdown", (e) => this.down(e));
    home.addEventListener("pointermove", (e) => this.move(e));
    home.addEventListener("pointerup", (e) => this.up(e));
    home.addEventListener("pointercancel", (e) => { this.zoom.up(e.pointerId); this.letGo(); });
    home.addEventListener("pointerleave", () => this.rested(null, 0, 0));
    home.addEventListener("contextmenu", (e) => {
      e.preventDefault();
      if (!this.press || !this.press.touch) this.why(...this.zoom.at(e.clientX, e.clientY));
    });
    home.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    // What presses without a pointer is a screen reader.
    home.addEventListener("click", (e) => {
      const at = !e.detail && e.target.closest("[data-id]");
      if (at) this.mark(at.dataset.id, { do: "click", node: at.dataset.id });
    });
    addEventListener("keydown", (e) => this.key(e));
  }

  // ------------------------------------------------------------ what the server says

  take(message) {
    if (message.fresh) {
      for (const id of [...this.shown.keys()]) this.remove(id);
      this.order = [];
      this.zoom.whole();
      const [wide, high] = message.size;
      for (const [key, value] of Object.entries({ width: wide, height: high, viewBox: `0 0 ${wide} ${high}` }))
        this.root.setAttribute(key, value);
    }
    if (message.ground) document.documentElement.style.setProperty("--ground", message.ground);
    for (const [hash, svg] of Object.entries(message.pictures || {})) this.picture(hash, svg);
    for (const id of message.gone || []) this.remove(id);
    const changed = Object.entries(message.nodes || {}), before = Object.entries(message.before || {}).reverse();
    for (const [id, node] of changed) this.nodes.set(id, node);
    if (message.order) this.order = message.order;
    const out = new Set([...(message.gone || []), ...before.map(([id]) => id)]);
    if (out.size) this.order = this.order.filter((id) => !out.has(id));
    for (const [id, following] of before) {
      const at = following ? this.order.indexOf(following) : this.order.length;
      this.order.splice(at < 0 ? this.order.length : at, 0, id);
    }
    for (const [id, node] of changed) this.draw(id, node);
    for (const [id, [x, y]] of Object.entries(message.moved || {})) this.put(id, x, y);
    if (message.order || before.length) this.sort();
  }

  picture(hash, svg) {
    if (this.pictures.has(hash)) return;
    const drawn = PARTS.parseFromString(svg, "image/svg+xml").documentElement;
    const box = drawn.viewBox.baseVal;
    const symbol = make("symbol", { id: `p${hash}`, viewBox: `${box.x} ${box.y} ${box.width} ${box.height}` });
    symbol.append(...Array.from(drawn.childNodes, (child) => document.importNode(child, true)));
    this.defs.append(symbol);
    this.pictures.set(hash, [box.x, box.y, box.width, box.height]);
  }

  remove(id) {
    const shown = this.shown.get(id);
    if (shown) shown.outer.remove();
    this.shown.delete(id);
    this.nodes.delete(id);
    if (this.drag && this.drag.id === id) this.drag = null;
  }

  sort() {
    // Only what isn't in its place is put there: moving an element ends its transition.
    let next = this.root.firstChild;
    for (const id of this.order) {
      const shown = this.shown.get(id);
      if (!shown) continue;
      if (shown.outer === next) next = next.nextSibling;
      else this.root.insertBefore(shown.outer, next);
    }
  }

  draw(id, node) {
    let shown = this.shown.get(id);
    if (!shown) {
      const outer = make("g"), inner = make("g");
      outer.append(inner);
      inner.dataset.id = id;
      shown = { outer, inner };
      this.shown.set(id, shown);
      this.root.append(outer);
    }
    const { outer, inner } = shown, [, , w, h] = node.box;
    if (node.clip) outer.setAttribute("clip-path", `url(#${this.clip(node.clip)})`);
    else outer.removeAttribute("clip-path");
    inner.setAttribute("class", `${node.still || node.clip ? "" : "moves"} ${node.button || node.glow ? "hot" : ""}`);
    this.put(id, node.box[0], node.box[1]);
    inner.style.opacity = node.opacity ?? 1;
    inner.dataset.glow = node.glow || "";
    if (node.label) {
      inner.setAttribute("role", node.button ? "button" : "img");
      inner.setAttribute("aria-label", node.label);
    } else for (const name of ["role", "aria-label"]) inner.removeAttribute(name);
    inner.replaceChildren(...this.parts(node, w, h));
  }

  // Let a node be elsewhere, as it is.
  put(id, x, y) {
    const node = this.nodes.get(id), { inner } = this.shown.get(id), [, , w, h] = node.box;
    node.box = [x, y, w, h];
    inner.style.transform = `translate(${x + w / 2}px, ${y + h / 2}px) rotate(${node.turn || 0}deg)`;
  }

  parts(node, w, h) {
    const parts = [];
    if (node.halo) {
      const [colour, line, reach, radius, strength] = node.halo;
      for (const far of [1, 0.62, 0.3, 0]) parts.push(make("rect", {
        x: -w / 2, y: -h / 2, width: w, height: h, rx: radius, fill: "none", stroke: colour,
        "stroke-width": line + 2 * reach * far, "stroke-opacity": far ? strength * 0.2 : 1,
      }));
    }
    for (const hash of [node.ring, node.picture]) {
      const box = hash && this.pictures.get(hash);
      if (box) parts.push(make("use", {
        href: `#p${hash}`, x: box[0] - w / 2, y: box[1] - h / 2, width: box[2], height: box[3],
      }));
    }
    if (node.words) parts.push(this.text(node.words, w, h));
    return parts;
  }

  text(words, w, h) {
    const anchor = { left: "start", center: "middle", right: "end" }[words.align];
    const text = make("text", {
      fill: words.colour, "font-family": `"${words.font}", Inter, "JetBrains Mono", sans-serif`,
      "font-size": words.size, "font-weight": words.weight, "text-anchor": anchor,
    });
    words.lines.forEach((line, number) => {
      const part = make("tspan", { x: words.x - w / 2, y: words.y - h / 2 + number * words.step });
      part.textContent = line;
      text.append(part);
    });
    return text;
  }

  clip(box) {
    const key = box.join(" ");
    if (!this.clips.has(key)) {
      const id = `clip${this.clips.size}`, [x, y, width, height] = box;
      const path = make("clipPath", { id });
      path.append(make("rect", { x, y, width, height }));
      this.defs.append(path);
      this.clips.set(key, id);
    }
    return this.clips.get(key);
  }

  answered(id) {
    const shown = this.shown.get(this.sent.get(id));
    this.sent.delete(id);
    if (shown) shown.inner.classList.remove("sent");
  }

  // ------------------------------------------------------------ what the person does

  hit(x, y, but) {
    for (let at = this.order.length - 1; at >= 0; at--) {
      const id = this.order[at], node = this.nodes.get(id);
      if (node && node.hit && id !== but && this.holds(node, x, y)) return id;
    }
    return null;
  }

  // Return the part of a node that is drawn.
  seen(node) {
    const [left, top, w, h] = node.box;
    if (!node.clip) return node.box;
    const x = Math.max(left, node.clip[0]), y = Math.max(top, node.clip[1]);
    return [x, y, Math.min(left + w, node.clip[0] + node.clip[2]) - x, Math.min(top + h, node.clip[1] + node.clip[3]) - y];
  }

  holds(node, x, y) {
    const inside = ([left, top, w, h]) => left <= x && x < left + w && top <= y && y < top + h;
    if (!inside(node.box) || (node.clip && !inside(node.clip))) return false;
    const [left, top, w, h] = node.box;
    return !node.hexagon || (2 * Math.abs(y - top - h / 2)) / h <= 1 - Math.abs(x - left - w / 2) / w;
  }

  scrolls(x, y) {
    for (let at = this.order.length - 1; at >= 0; at--) {
      const node = this.nodes.get(this.order[at]);
      if (node && node.scroll && this.holds(node, x, y)) return this.order[at];
    }
    return null;
  }

  mark(id, input) {
    this.sent.set(this.send(input), id);
    const shown = this.shown.get(id);
    if (shown) shown.inner.classList.add("sent");
  }

  down(e) {
    if (e.button) return;
    this.home.setPointerCapture(e.pointerId);
    const touch = e.pointerType !== "mouse";
    if (touch && this.zoom.down(e.pointerId, e.clientX, e.clientY)) { this.letGo(); return; }
    const [x, y] = this.zoom.at(e.clientX, e.clientY), id = this.hit(x, y);
    this.press = { id, x, y, left: e.clientX, top: e.clientY, scrolled: 0, moved: false, touch };
    this.rested(null, 0, 0);
    if (touch) this.holding = setTimeout(() => {
      if (this.press && !this.drag && !this.press.moved) { this.press.moved = true; this.why(x, y); }
    }, LONG);
  }

  move(e) {
    if (this.zoom.move(e.pointerId, e.clientX, e.clientY)) return;
    const press = this.press, [x, y] = this.zoom.at(e.clientX, e.clientY);
    if (!press) {
      if (e.pointerType === "mouse") this.hover(x, y);
      return;
    }
    const dx = e.clientX - press.left, dy = e.clientY - press.top, far = Math.hypot(dx, dy) > SLIP;
    const node = this.nodes.get(press.id);
    if (far) clearTimeout(this.holding);
    if (node && node.slide) this.slide(press, node, x, y);
    else if (!this.drag && far && !press.moved && node && node.drag) {
      this.drag = { id: press.id };
      this.send({ do: "lift", node: press.id });
    }
    if (this.drag) this.carry(dx / this.zoom.larger, dy / this.zoom.larger);
    else if (press.touch && far) this.swipe(press, e, dx, dy);
  }

  slide(press, node, x, y) {
    const id = this.hit(x, y), other = this.nodes.get(id);
    if (!other || other.slide !== node.slide || id === press.id) return;
    press.id = id;
    this.mark(id, { do: "click", node: id, x, y });
  }

  carry(dx, dy) {
    const shown = this.shown.get(this.drag.id), node = this.nodes.get(this.drag.id);
    if (!shown || !node) return;
    const [x, y, w, h] = node.box;
    shown.inner.classList.add("held");
    shown.inner.style.transform = `translate(${x + w / 2 + dx}px, ${y + h / 2 + dy}px)`;
    this.root.append(shown.outer);
  }

  // A finger scrolls a list, moves a table that is larger, or swipes to the log and back.
  swipe(press, e, dx, dy) {
    const list = this.scrolls(press.x, press.y);
    if (this.zoom.on) {
      this.zoom.pan(e.clientX - (press.lastX ?? press.left), e.clientY - (press.lastY ?? press.top));
      press.moved = true;
    } else if (Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(dy) && !press.swiped) {
      press.moved = press.swiped = true;
      this.send({ do: "swipe", steps: -Math.sign(dx) });
    } else if (list) {
      const rows = Math.trunc(-dy / 36) - press.scrolled;
      press.scrolled += rows;
      if (rows) { press.moved = true; this.send({ do: "scroll", node: list, steps: rows }); }
    }
    [press.lastX, press.lastY] = [e.clientX, e.clientY];
  }

  up(e) {
    clearTimeout(this.holding);
    this.zoom.up(e.pointerId);
    const press = this.press, [x, y] = this.zoom.at(e.clientX, e.clientY);
    this.press = null;
    if (!press) return;
    if (this.drag) {
      const { id } = this.drag;
      this.letGo();
      this.mark(id, { do: "drop", node: id, onto: this.hit(x, y, id) || "" });
      return;
    }
    if (press.moved || Math.hypot(e.clientX - press.left, e.clientY - press.top) > 2 * SLIP) return;
    const id = press.touch ? this.zoom.meant(this, x, y) : press.id;
    if (!id || (!press.touch && this.hit(x, y) !== id)) return;
    this.mark(id, { do: "click", node: id, x, y });
    if (this.zoom.on) this.zoom.whole();
  }

  letGo() {
    clearTimeout(this.holding);
    const drag = this.drag;
    this.drag = this.press = null;
    if (!drag) return;
    const shown = this.shown.get(drag.id), node = this.nodes.get(drag.id);
    if (shown && node) this.draw(drag.id, node);
    this.sort();
  }

  why(x, y) {
    const id = this.hit(x, y);
    if (id) this.send({ do: "why", node: id, x, y });
  }

  hover(x, y) {
    const id = this.hit(x, y);
    if (this.resting && id !== this.resting) this.rested(null, x, y);
    clearTimeout(this.resters);
    if (id && id !== this.resting) this.resters = setTimeout(() => this.rested(id, x, y), REST);
  }

  rested(id, x, y) {
    clearTimeout(this.resters);
    if (!id && !this.resting) return;
    this.resting = id;
    this.send({ do: "rest", node: id || "", x, y });
  }

  wheel(e) {
    e.preventDefault();
    const [x, y] = this.zoom.at(e.clientX, e.clientY), id = this.scrolls(x, y);
    if (id) this.send({ do: "scroll", node: id, x, y, steps: Math.sign(e.deltaY) });
  }

  key(e) {
    if (this.home.hidden || document.querySelector("dialog[open]") || e.metaKey) return;
    if (e.target.closest("input, select, textarea, aside, footer")) return;
    let name = KEYS[e.key] || (e.key.length === 1 ? e.key.toLowerCase() : "");
    if (!name || (e.ctrlKey && name !== "z")) return;
    if (e.shiftKey && (KEYS[e.key] || e.key.toLowerCase() !== e.key)) name = `shift+${name}`;
    if (e.ctrlKey) name = `ctrl+${name}`;
    e.preventDefault();
    this.send({ do: "key", key: name });
  }
}
