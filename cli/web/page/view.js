/* What part of the map is in sight: moved and zoomed with mouse or touch (keys: main.js). */

const LEAST = 0.1;
const MOST = 8;
const SLACK = 5; // how many pixels a press may wander and still choose a hex

export class View {
  /* `told` has pick(x, y, event), hover(x, y), grab(x, y), drag(grabbed, x, y), drop(grabbed, at), settled(). */
  constructor(stage, sheet, told) {
    this.stage = stage;
    this.sheet = sheet;
    this.told = told;
    this.size = { width: 1, height: 1 };
    this.scale = 1;
    this.left = 0;
    this.top = 0;
    this.down = new Map();
    this.grabbed = null;
    stage.addEventListener("pointerdown", (event) => this.press(event));
    stage.addEventListener("pointermove", (event) => this.move(event));
    stage.addEventListener("pointerup", (event) => this.release(event));
    stage.addEventListener("pointercancel", (event) => this.release(event, true));
    stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    new ResizeObserver(() => this.resized()).observe(stage);
  }

  /* Shows all of the map, beside the buttons that lie over the stage. */
  fit() {
    const { clientWidth, clientHeight } = this.stage;
    const { width, height } = this.size;
    const fitting = (free) =>
      Math.max(LEAST, Math.min(MOST, 0.98 * Math.min(free / width, clientHeight / height)));
    const aside = clientWidth - this.stage.parentElement.querySelector("#zoom").offsetLeft;
    this.scale = fitting(clientWidth);
    const covered = (clientWidth - width * this.scale) / 2 < aside;
    if (covered) this.scale = fitting(clientWidth - aside);
    this.centre(width / 2, height / 2, covered ? clientWidth - aside : clientWidth);
    this.fitted = true;
  }

  centre(x, y, free = this.stage.clientWidth) {
    this.left = free / 2 - x * this.scale;
    this.top = this.stage.clientHeight / 2 - y * this.scale;
    this.apply();
  }

  /* Moves the map only as far as is needed to have a point well in sight. */
  reveal(x, y, margin = 60) {
    const [px, py] = [x * this.scale + this.left, y * this.scale + this.top];
    const { clientWidth: w, clientHeight: h } = this.stage;
    const within = (at, size) =>
      Math.max(Math.min(margin, size / 3) - at, 0) + Math.min(size - Math.min(margin, size / 3) - at, 0);
    const [dx, dy] = [within(px, w), within(py, h)];
    if (dx || dy) this.pan(dx, dy);
  }

  pan(dx, dy) {
    this.left += dx;
    this.top += dy;
    this.apply();
    this.told.settled();
  }

  zoom(factor, x = this.stage.clientWidth / 2, y = this.stage.clientHeight / 2) {
    const scale = Math.max(LEAST, Math.min(MOST, this.scale * factor));
    const share = scale / this.scale;
    this.left = x - (x - this.left) * share;
    this.top = y - (y - this.top) * share;
    this.scale = scale;
    this.apply();
    this.told.settled();
  }

  apply() {
    this.fitted = false;
    const { clientWidth: w, clientHeight: h } = this.stage;
    const bounded = (at, size, shown) => Math.min(shown - 40, Math.max(40 - size * this.scale, at));
    this.left = bounded(this.left, this.size.width, w);
    this.top = bounded(this.top, this.size.height, h);
    // names of hexes stay legible however small the map is, as far as a hex has room for them
    const name = Math.round(2 * Math.max(10, Math.min(18, 8.5 / this.scale))) / 2;
    this.sheet.style.setProperty("--name", `${name}px`);
    this.sheet.style.transform = `translate(${this.left}px, ${this.top}px) scale(${this.scale})`;
  }

  resized() {
    if (this.fitted) this.fit();
    else this.apply();
  }

  /* Where a pointer is, in the units of the map. */
  point(event) {
    const box = this.stage.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    return { x, y, mapX: (x - this.left) / this.scale, mapY: (y - this.top) / this.scale };
  }

  /* In the link: the middle, and the scale. */
  get text() {
    if (this.fitted) return "";
    const x = (this.stage.clientWidth / 2 - this.left) / this.scale;
    const y = (this.stage.clientHeight / 2 - this.top) / this.scale;
    return [x.toFixed(0), y.toFixed(0), this.scale.toFixed(2)].join(",");
  }

  set text(value) {
    const [x, y, scale] = value.split(",").map(Number);
    if ([x, y, scale].some((each) => !Number.isFinite(each))) {
      this.fit();
      return;
    }
    this.scale = Math.max(LEAST, Math.min(MOST, scale));
    this.centre(x, y);
  }

  press(event) {
    if (event.button > 0) return;
    this.stage.setPointerCapture(event.pointerId);
    const at = this.point(event);
    this.down.set(event.pointerId, at);
    if (this.down.size === 1) {
      this.first = at;
      this.wandered = false;
      this.grabbed = this.told.grab(at.mapX, at.mapY);
    } else {
      if (this.grabbed) this.told.drop(this.grabbed, null);
      this.wandered = true;
      this.grabbed = null;
    }
  }

  /* Puts back what is dragged; tells whether something is. */
  letGo() {
    if (!this.grabbed || !this.wandered) return false;
    this.down.clear(); // its release is none any more
    this.told.drop(this.grabbed, null);
    this.grabbed = null;
    return true;
  }

  move(event) {
    const at = this.point(event);
    const was = this.down.get(event.pointerId);
    if (was === undefined) {
      if (event.pointerType === "mouse") this.told.hover(at.mapX, at.mapY);
      return;
    }
    if (Math.hypot(at.x - this.first.x, at.y - this.first.y) > SLACK) this.wandered = true;
    if (this.down.size === 1) {
      if (this.wandered && this.grabbed) this.told.drag(this.grabbed, at.mapX, at.mapY);
      else if (this.wandered) this.pan(at.x - was.x, at.y - was.y);
    } else if (this.down.size === 2) {
      const other = [...this.down].find(([id]) => id !== event.pointerId)[1];
      const spread = (each) => Math.hypot(each.x - other.x, each.y - other.y) || 1;
      this.zoom(spread(at) / spread(was), other.x, other.y);
    }
    // a press that has not wandered yet moves nothing, and is counted from where it began
    if (this.wandered) this.down.set(event.pointerId, at);
  }

  release(event, broken = false) {
    if (!this.down.delete(event.pointerId)) return;
    const at = this.point(event);
    const grabbed = this.grabbed;
    if (this.down.size > 0) return;
    this.grabbed = null;
    if (grabbed && (this.wandered || broken)) {
      const box = this.stage.getBoundingClientRect();
      const off = at.x < 0 || at.y < 0 || at.x > box.width || at.y > box.height;
      this.told.drop(grabbed, broken ? null : { x: at.mapX, y: at.mapY, off });
    } else if (!this.wandered && !broken) {
      this.told.pick(at.mapX, at.mapY, event);
    }
  }

  wheel(event) {
    event.preventDefault();
    const { x, y } = this.point(event);
    const lines = event.deltaMode === 1 ? 20 : 1;
    this.zoom(Math.exp(-event.deltaY * lines * 0.0015), x, y);
  }
}
