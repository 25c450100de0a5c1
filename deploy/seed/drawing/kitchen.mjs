// Kitchens: the elevation of the run, and a close-up of the sink.
import { FLOOR, INK, WIDTH, darker, lighter } from "./sheet.mjs";
import { dishes, pendant, plant, stool, vase } from "./props.mjs";

const WORKTOP = { white: "#F7F5F0", oak: "#D3AF82", black: "#2B2A29", steel: "#BFC4C6" };
const STONE = "#8A8475";
const sizeOf = (module) => Number(module.split(":")[1]);

function modules(list) {
  let at = 0;
  return (list ?? []).map((entry) => {
    const kind = entry.split(":")[0];
    const left = at;
    at += sizeOf(entry);
    return { kind, left, width: sizeOf(entry) };
  });
}

class Kitchen {
  constructor(sheet, product, slug, view) {
    this.sheet = sheet;
    this.product = product;
    this.drawing = product.drawing;
    this.slug = slug;
    this.view = view;
    this.s = view.scale;
    this.front = sheet.swatch(slug);
    this.metal = sheet.swatch(sheet.isWood(slug) || ["white", "graphite", "black"].includes(slug) ? "steel" : "brass");
    this.top = Math.min(product.sizeMm.height, 2400);
  }

  x(mm) { return this.view.x + mm * this.s; }
  y(mm) { return this.view.base - mm * this.s; }

  panel(left, bottom, width, height, { slug = this.slug, handle = "across", inset = this.drawing.frame, open = null } = {}) {
    const { sheet, s } = this;
    const [x, y, w, h] = [this.x(left), this.y(bottom + height), width * s, height * s];
    if (x > WIDTH || x + w < 0) return;
    const colour = sheet.swatch(slug);
    sheet.board(x, y, w, h, slug, { turned: handle === "across" && height < 400 });
    const edge = Math.min(70 * s, h * 0.24);
    if (open) open(x + edge, y + edge, w - 2 * edge, h - 2 * edge);
    else if (inset) sheet.rect(x + edge, y + edge, w - 2 * edge, h - 2 * edge, lighter(colour, 0.1), { stroke: true, line: 1.2 });
    if (this.drawing.handle === "none" || handle === "none") return;
    const thick = Math.max(3.5, 14 * s);
    if (this.drawing.handle === "knob") sheet.circle(x + w / 2, y + Math.min(h / 2, 60 * s), Math.max(4, 18 * s), this.metal, { stroke: true, line: 1.2 });
    else if (handle === "across") sheet.rect(x + w / 2 - 80 * s, y + Math.min(h / 2, 50 * s), 160 * s, thick, this.metal, { stroke: true, line: 1 });
    else sheet.rect(handle === "left" ? x + 34 * s : x + w - 34 * s - thick, bottom > 1200 ? y + h - 210 * s : y + Math.min(60 * s, h * 0.3), thick, 160 * s, this.metal, { stroke: true, line: 1 });
  }

  pair(left, bottom, width, height, options = {}) {
    const half = width / 2;
    if (width < 620) return this.panel(left, bottom, width, height, { handle: "right", ...options });
    this.panel(left, bottom, half, height, { handle: "right", ...options });
    return this.panel(left + half, bottom, half, height, { handle: "left", ...options });
  }

  drawers(left, width, heights) {
    let bottom = 100;
    for (const height of heights) {
      this.panel(left, bottom, width, height, { handle: "across" });
      bottom += height;
    }
  }

  shelves(left, bottom, width, height, count) {
    const { sheet, s } = this;
    sheet.rect(this.x(left), this.y(bottom + height), width * s, height * s, darker(this.front, 0.4), { stroke: true });
    for (let index = 0; index < count; index += 1) {
      const y = this.y(bottom + (height * index) / count) - 4;
      dishes(sheet, this.x(left), y, width * s, s, index + 1);
      if (index) sheet.rect(this.x(left), y, width * s, 22 * s + 2, this.front, { stroke: true, line: 1.2 });
    }
  }

  oven(left, bottom, width) {
    const { sheet, s } = this;
    sheet.rect(this.x(left), this.y(bottom + 600), width * s, 600 * s, "#2B2A29", { stroke: true });
    sheet.rect(this.x(left + 60), this.y(bottom + 400), (width - 120) * s, 320 * s, "#3D3B38", { stroke: "#8A8475", line: 1.2 });
    sheet.rect(this.x(left + 60), this.y(bottom + 460), (width - 120) * s, Math.max(4, 22 * s), "#BFC4C6");
    for (const place of [0.3, 0.5, 0.7]) sheet.circle(this.x(left + width * place), this.y(bottom + 535), Math.max(3, 24 * s), "#BFC4C6");
  }

  hob(left, width) {
    const { sheet, s } = this;
    sheet.rect(this.x(left + width / 2 - 280), this.y(916), 560 * s, 16 * s + 2, INK);
    const x = this.x(left + width / 2 - 140);
    sheet.path(`M${x - 100 * s} ${this.y(1060)}h${200 * s}v${130 * s}h${-200 * s}Z`, "#A7ABAE", { stroke: true });
    sheet.line(x + 100 * s, this.y(1030), x + 230 * s, this.y(1040), INK, Math.max(4, 24 * s), "round");
  }

  tap(left, width) {
    const { sheet, s } = this;
    const x = this.x(left + width * 0.6);
    const data = `M${x} ${this.y(900)}V${this.y(1170)}Q${x} ${this.y(1260)} ${x - 90 * s} ${this.y(1260)}T${x - 180 * s} ${this.y(1170)}V${this.y(1120)}`;
    sheet.path(data, "none", { stroke: true, line: 26 * s + 3 });
    sheet.path(data, "none", { stroke: this.metal, line: 26 * s });
    sheet.rect(this.x(left + width / 2 - 270), this.y(906), 540 * s, 8 * s + 2, STONE);
  }

  base() {
    const { sheet, s, drawing } = this;
    const list = modules(drawing.base);
    const run = list.filter(({ kind }) => !kind.startsWith("tall"));
    const left = run[0].left;
    const right = Math.max(...run.map((module) => module.left + module.width));
    const end = list.at(-1).left + list.at(-1).width;
    if (drawing.handle === "knob") {
      for (const { left: at } of list) sheet.rect(this.x(at + 40), this.y(100), 50 * s, 100 * s, darker(this.front, 0.3), { stroke: true });
      sheet.rect(this.x(end - 90), this.y(100), 50 * s, 100 * s, darker(this.front, 0.3), { stroke: true });
    } else sheet.rect(this.x(0), this.y(100), end * s, 100 * s, darker(this.front, 0.5), { stroke: true });
    for (const { kind, left: at, width } of list) {
      if (kind === "tall") {
        this.panel(at, 100, width, 1250, { handle: "right" });
        this.panel(at, 1350, width, this.top - 1350, { handle: "right" });
      } else if (kind === "tallOven") {
        this.panel(at, 100, width, 750, { handle: "across" });
        this.oven(at, 850, width);
        this.panel(at, 1450, width, this.top - 1450, { handle: "right" });
      } else if (kind === "drawers") this.drawers(at, width, [300, 260, 200]);
      else if (kind === "hob") this.drawers(at, width, [420, 340]);
      else if (kind === "oven") {
        this.oven(at, 200, width);
        this.panel(at, 100, width, 100, { handle: "none", inset: false });
        sheet.rect(this.x(at), this.y(860), width * s, 60 * s, this.front, { stroke: true });
      } else if (kind === "open") this.shelves(at, 100, width, 760, 2);
      else this.pair(at, 100, width, 760);
      if (kind === "hob" || kind === "oven") this.after = [...(this.after ?? []), () => this.hob(at, width)];
      if (kind === "sink") this.after = [...(this.after ?? []), () => this.tap(at, width)];
    }
    const top = WORKTOP[drawing.worktop];
    sheet.rect(this.x(left) - 6, this.y(900), (right - left) * s + 12, 40 * s, top, { stroke: true });
    if (drawing.worktop === "oak") sheet.grain(this.x(left), this.y(900), (right - left) * s, 40 * s, "oak", true);
    for (const draw of this.after ?? []) draw();
    return { left, right, list };
  }

  splash(left, right, upTo) {
    const { sheet, s, drawing } = this;
    if (drawing.splash === "none" || !drawing.splash) return;
    const area = [this.x(left), this.y(upTo), (right - left) * s, (upTo - 900) * s];
    sheet.rect(...area, drawing.splash === "tiles" ? "#F7F6F2" : "#D9D3C7", { stroke: "#CFCAC0" });
    if (drawing.splash !== "tiles") return;
    const [w, h] = [200 * s, 80 * s].map((value) => Math.round(value * 10) / 10);
    const fill = sheet.define("t", `<pattern id="t" width="${w}" height="${h * 2}" patternUnits="userSpaceOnUse" patternTransform="translate(${Math.round(area[0])} ${Math.round(area[1])})"><path d="M0 0H${w}M0 ${h}H${w}M0 0V${h}M${w / 2} ${h}V${h * 2}" stroke="#D5CFC3" stroke-width="1.6"/></pattern>`);
    sheet.rect(...area, fill);
  }

  hood(left, width, bottom) {
    const { sheet, s } = this;
    const x = this.x(left + width / 2);
    sheet.polygon([[x - 120 * s, this.y(2250)], [x + 120 * s, this.y(2250)], [x + 120 * s, this.y(bottom + 260)], [x + 300 * s, this.y(bottom)], [x - 300 * s, this.y(bottom)], [x - 120 * s, this.y(bottom + 260)]], "#C9CCCD", { stroke: true });
  }

  wallUnits() {
    const { sheet, s, drawing } = this;
    const slug = drawing.wallColor ?? this.slug;
    const top = drawing.toCeiling ? 2150 : this.top;
    for (const { kind, left, width } of modules(drawing.wall)) {
      const height = top - 1450;
      if (kind === "skip") continue;
      if (kind === "shelf") {
        this.longShelf(left + 60, left + width - 60, 1560);
        continue;
      }
      if (kind === "hood") {
        this.panel(left, 1600, width, height - 150, { slug, handle: "none" });
        sheet.rect(this.x(left + 20), this.y(1600), (width - 40) * s, 40 * s, "#8E9294", { stroke: true, line: 1.2 });
      } else if (kind === "open") this.shelves(left, 1450, width, height, 2);
      else if (kind === "glass") this.pair(left, 1450, width, height, { slug, open: (x, y, w, h) => this.pane(x, y, w, h) });
      else if (kind === "lattice") this.pair(left, 1450, width, height, { slug, handle: "none", open: (x, y, w, h) => sheet.lattice(x, y, w, h, slug, w / Math.max(2, Math.round(w / (150 * s)))) });
      else this.pair(left, 1450, width, height, { slug });
      if (drawing.toCeiling) this.pair(left, top, width, 500, { slug, handle: "none" });
    }
  }

  pane(x, y, w, h) {
    const { sheet, s } = this;
    sheet.rect(x, y, w, h, "#F3E7CC", { stroke: true });
    dishes(sheet, x, y + h * 0.5, w, s, 0);
    dishes(sheet, x, y + h, w, s, 2);
    sheet.line(x, y + h * 0.5, x + w, y + h * 0.5, INK, 1.5);
    for (let at = x + 9; at < x + w; at += Math.max(15, 56 * s)) sheet.rect(at, y, 2, h, "#FFFFFF");
  }

  longShelf(left, right, height) {
    const { sheet, s } = this;
    dishes(sheet, this.x(left + 80), this.y(height), (right - left - 160) * s, s, height % 3);
    sheet.board(this.x(left), this.y(height), (right - left) * s, 36 * s, "oak", { turned: true });
    for (const place of [0.12, 0.88]) sheet.rect(this.x(left + (right - left) * place), this.y(height) + 36 * s, 40 * s, 70 * s, "#B88F60", { stroke: true, line: 1.2 });
  }

  /** Draws a block in front of the wall run: an island, a bar, or the end of a return. */
  block(left, width, height, drop, { bar = false } = {}) {
    const { sheet, s } = this;
    const near = s * 1.08;
    const base = this.view.base + drop;
    const x = this.x(left);
    const slug = this.drawing.island ? "oak" : this.slug;
    sheet.polygon([[x, base], [x + width * near + 34, base], [x + width * near + 14, base - 30], [x, base - 30]], INK, { opacity: 0.13 });
    if (bar) {
      sheet.board(x, base - height * near, 50 * near, height * near, slug);
      sheet.board(x + (width - 50) * near, base - height * near, 50 * near, height * near, slug);
    } else {
      sheet.rect(x + 14, base - 100 * near, width * near - 28, 100 * near, darker(sheet.swatch(slug), 0.5));
      sheet.board(x, base - height * near, width * near, (height - 100) * near, slug);
      for (let index = 1; index < Math.round(width / 600); index += 1) sheet.line(x + (width * near * index) / Math.round(width / 600), base - height * near, x + (width * near * index) / Math.round(width / 600), base - 100 * near);
    }
    sheet.rect(x - 10, base - height * near - 42 * near, width * near + 20, 42 * near, WORKTOP[this.drawing.worktop], { stroke: true });
    const stools = bar ? [0.3, 0.7] : this.drawing.island ? [0.2, 0.5, 0.8] : [];
    for (const place of stools) stool(sheet, x + width * near * place, base + 26, near, 640);
  }

  run() {
    const { sheet, s, drawing } = this;
    const end = modules(drawing.base).reduce((total, { width }) => total + width, 0);
    const tall = modules(drawing.base).filter(({ kind }) => kind.startsWith("tall"));
    const from = tall.filter(({ left }) => left < end / 2).reduce((total, { width }) => total + width, 0);
    const to = end - tall.filter(({ left }) => left > end / 2).reduce((total, { width }) => total + width, 0);
    if (drawing.toCeiling) {
      sheet.rect(0, 0, WIDTH, this.y(2670), "#F6F4EF");
      sheet.line(0, this.y(2670), WIDTH, this.y(2670), STONE);
    }
    this.splash(from, to, drawing.shelf ? 1900 : 1450);
    this.wallUnits();
    const { list } = this.base();
    const cooker = list.find(({ kind }) => kind === "oven" || kind === "hob");
    const openSpan = cooker && cooker.left + cooker.width / 2 < end / 2 ? [cooker.left + cooker.width + 120, to - 80] : [from + 80, (cooker?.left ?? to) - 120];
    if (drawing.shelf && drawing.hood) this.longShelf(...openSpan, 1560);
    else if (drawing.shelf) this.longShelf(from + 80, to - 80, 1500);
    if (drawing.shelves2) this.longShelf(from + 80, to - 80, 1900);
    if (drawing.hood && cooker) this.hood(cooker.left, cooker.width, 1560);
    const sink = list.find(({ kind }) => kind === "sink");
    if (sink) this.still(sink.left + sink.width, end);
    if (drawing.returns) this.block(-40, 620, 900, 34);
    if (drawing.returns === "both") this.block(end - 620, 620, 900, 34);
    if (drawing.island) this.block(end / 2 - drawing.island / 2 - 60, drawing.island, 900, 84);
    if (drawing.bar) this.block(end - drawing.bar - 40, drawing.bar + 40, 1050, 60, { bar: true });
    for (let index = 0; index < (drawing.pendants ?? 0); index += 1) {
      pendant(sheet, this.x((end * (index + 1)) / (drawing.pendants + 1)), this.y(this.view.close ? 1900 : 2330) - 30, 300 * s);
    }
  }

  /** Draws a board and a bowl on the worktop, to the right of the sink. */
  still(left, end) {
    const { sheet, s } = this;
    if (end - left < 500) return;
    sheet.board(this.x(left + 80), this.y(1230), 240 * s, 330 * s, "walnut");
    vase(sheet, this.x(left + 420), this.y(900), 260 * s, false);
  }
}

/** Draws picture 1: the full run. */
export function overallView(sheet, product, slug) {
  sheet.room();
  if (product.drawing.islandOnly) return island(sheet, product, slug, { scale: 0.42, x: (WIDTH - 1600 * 0.42) / 2, base: FLOOR + 90 });
  const { width } = product.sizeMm;
  const scale = Math.min(0.32, 870 / width);
  const view = { scale, x: (WIDTH - width * scale) / 2, base: FLOOR + 22 };
  if (width < 2000) plant(sheet, view.x + width * scale + 90, FLOOR + 60, 300);
  return new Kitchen(sheet, product, slug, view).run();
}

/** Draws picture 2: a close-up with the sink in the middle. */
export function closeUp(sheet, product, slug) {
  sheet.room();
  if (product.drawing.islandOnly) return island(sheet, product, slug, { scale: 0.86, x: -60, base: 1260, close: true });
  const scale = 0.6;
  const find = (wanted) => modules(product.drawing.base).find(({ kind }) => kind === wanted);
  // Between two returns the sink stands in the corner, so the close-up shows the hob.
  const focus = (product.drawing.returns === "both" ? undefined : find("sink")) ?? find("hob");
  const plain = { ...product.drawing, island: 0, bar: 0, returns: "", pendants: 0 };
  const kitchen = new Kitchen(sheet, { ...product, drawing: plain }, slug, { scale, x: WIDTH * 0.5 - (focus.left + focus.width / 2) * scale, base: 1290, close: true });
  return kitchen.run();
}

function island(sheet, product, slug, view) {
  const kitchen = new Kitchen(sheet, product, slug, view);
  const end = modules(product.drawing.base).reduce((total, { width }) => total + width, 0);
  const x = kitchen.x(0);
  sheet.polygon([[x, view.base], [x + end * view.scale + 50, view.base], [x + end * view.scale + 20, view.base - 40], [x, view.base - 40]], INK, { opacity: 0.13 });
  kitchen.base();
  dishes(sheet, kitchen.x(900), kitchen.y(900), 560 * view.scale, view.scale, 0);
  for (let index = 0; index < 2; index += 1) pendant(sheet, kitchen.x(end * (index ? 0.72 : 0.28)), kitchen.y(view.close ? 1560 : 1750), 300 * view.scale);
}
