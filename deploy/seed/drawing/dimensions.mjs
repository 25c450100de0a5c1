// Dimension drawings: oblique projections with the three outer dimensions in centimetres.
import { isPiece, piece } from "./piece.mjs";

const SIZE = 480;
const MARGIN = 88;
const DEPTH_SCALE = 0.45;
const ANGLE = Math.PI / 6;
const INK = "#1A1814";
const ACCENT = "#1F3D99";
const GROUND = "#F0EEE9";
const LEGS = { feet: 80, tall: 150, plinth: 80, frame: 0 };

const round = (value) => Math.round(value * 10) / 10;

/** Projects millimetres to the sheet: x to the right, y to the back, z up. Later shapes cover earlier ones. */
class Oblique {
  #shapes = [];

  constructor({ width, depth, height }) {
    this.size = { width, depth, height };
    const back = [depth * DEPTH_SCALE * Math.cos(ANGLE), depth * DEPTH_SCALE * Math.sin(ANGLE)];
    this.scale = (SIZE - 2 * MARGIN) / Math.max(width + back[0], height + back[1]);
    this.recede = back.map((part) => (part * this.scale) / depth);
    this.left = (SIZE - (width + back[0]) * this.scale) / 2 + 12;
    this.foot = (SIZE + (height + back[1]) * this.scale) / 2 - 12;
  }

  at(x, y, z) {
    return [this.left + x * this.scale + y * this.recede[0], this.foot - z * this.scale - y * this.recede[1]];
  }

  #data(points, close) {
    return `M${points.map((point) => this.at(...point).map(round).join(" ")).join("L")}${close ? "Z" : ""}`;
  }

  face(...points) {
    this.#shapes.push(`<path d="${this.#data(points, true)}" fill="${GROUND}"/>`);
  }

  line(...points) {
    this.#shapes.push(`<path d="${this.#data(points, false)}" fill="none"/>`);
  }

  /** Draws a rectangle on the vertical plane at depth `y`. */
  front(x0, x1, z0, z1, y = 0) {
    this.face([x0, y, z0], [x1, y, z0], [x1, y, z1], [x0, y, z1]);
  }

  /** Draws a box from `y0` (near) to `y1`: its right side, its top, its front. */
  body(x0, x1, z0, z1, y0 = 0, y1 = this.size.depth) {
    this.face([x1, y0, z0], [x1, y1, z0], [x1, y1, z1], [x1, y0, z1]);
    this.face([x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1]);
    this.front(x0, x1, z0, z1, y0);
  }

  /** Draws a lattice as lozenges, about `cell` wide and high, on the vertical plane at depth `y`. */
  lattice(x0, x1, z0, z1, y = 0, cell = 160) {
    this.front(x0, x1, z0, z1, y);
    const columns = Math.max(2, Math.round((x1 - x0) / cell));
    const rows = Math.max(2, Math.round((z1 - z0) / cell));
    const [w, h] = [(x1 - x0) / columns, (z1 - z0) / rows];
    for (let column = 0; column < columns; column += 1) {
      for (let row = 0; row < rows; row += 1) {
        const [x, z] = [x0 + column * w, z0 + row * h];
        this.line([x, y, z + h / 2], [x + w / 2, y, z], [x + w, y, z + h / 2], [x + w / 2, y, z + h], [x, y, z + h / 2]);
      }
    }
  }

  #measure(from, to, tick, text, anchor, [x, y]) {
    const ends = [from, to].map(([px, py]) => `M${round(px - tick[0])} ${round(py - tick[1])}l${round(2 * tick[0])} ${round(2 * tick[1])}`);
    return `<path d="M${from.map(round).join(" ")}L${to.map(round).join(" ")}${ends.join("")}" fill="none" stroke="${ACCENT}"/><text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${text}</text>`;
  }

  toString() {
    const { width, depth, height } = this.size;
    const centimetres = (millimetres) => String(millimetres / 10);
    const [low, high] = [this.at(0, 0, 0), this.at(0, 0, height)].map(([x, y]) => [x - 24, y]);
    const [left, right] = [this.at(0, 0, 0), this.at(width, 0, 0)].map(([x, y]) => [x, y + 24]);
    const [near, far] = [this.at(width, 0, 0), this.at(width, depth, 0)].map(([x, y]) => [x + 14, y + 14]);
    const measures = [
      this.#measure(low, high, [6, 0], centimetres(height), "end", [low[0] - 12, (low[1] + high[1]) / 2 + 5]),
      this.#measure(left, right, [0, 6], centimetres(width), "middle", [(left[0] + right[0]) / 2, left[1] + 28]),
      this.#measure(near, far, [4, 6], centimetres(depth), "start", [(near[0] + far[0]) / 2 + 12, (near[1] + far[1]) / 2 + 16]),
    ];
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}" stroke="${INK}" stroke-width="1.5" stroke-linejoin="round"><path d="M0 0h${SIZE}v${SIZE}H0Z" fill="${GROUND}" stroke="none"/>${this.#shapes.join("")}<g font-family="Geologica, Arial, sans-serif" font-size="16"><style>text{fill:${INK};stroke:none}</style>${measures.join("")}</g></svg>\n`;
  }
}

/** Draws a handle (a short vertical or horizontal line) or a knob (a small lozenge), if the front has one. */
function handle(sheet, kind, x, z, length, across, y = 0) {
  if (kind === "bar") sheet.line(...(across ? [[x - length / 2, y, z], [x + length / 2, y, z]] : [[x, y, z - length / 2], [x, y, z + length / 2]]));
  else if (kind === "groove") sheet.front(x - (across ? 120 : 15), x + (across ? 120 : 15), z - (across ? 15 : 120), z + (across ? 15 : 120), y);
  else if (kind === "knob") sheet.face([x - 18, y, z], [x, y, z - 18], [x + 18, y, z], [x, y, z + 18]);
}

function door(sheet, drawing, [x0, x1, z0, z1], index, count) {
  sheet.front(x0, x1, z0, z1);
  const stile = Math.min(75, (x1 - x0) * 0.2);
  const inner = [x0 + stile, x1 - stile, z0 + stile, z1 - stile];
  if (drawing.lattice) sheet.lattice(...inner);
  else if (drawing.frame || drawing.glass || (drawing.mirror && index === Math.floor(count / 2))) sheet.front(...inner);
  else if (drawing.arch) {
    const [middle, radius] = [(x0 + x1) / 2, (x1 - x0) / 2 - stile];
    const spring = inner[3] - radius;
    const arch = Array.from({ length: 17 }, (_, step) => [middle - radius * Math.cos((Math.PI * step) / 16), 0, spring + radius * Math.sin((Math.PI * step) / 16)]);
    sheet.face([inner[0], 0, inner[2]], ...arch, [inner[1], 0, inner[2]]);
  }
  const onRight = count === 1 || (index % 2 === 0 && index !== count - 1);
  if (!drawing.mirror || index !== Math.floor(count / 2)) handle(sheet, drawing.handle, onRight ? x1 - 40 : x0 + 40, Math.min(1050, (z0 + z1) / 2), 360, false);
}

function wardrobeFront(sheet, { drawing, sizeMm: { width, height } }) {
  const leg = LEGS[drawing.legs];
  const low = leg + (drawing.drawers ? (drawing.stack ? drawing.drawers * 210 : Math.min(400, height * 0.19)) : drawing.flaps ? 700 : 0);
  const high = height - (drawing.topboxes ? 460 : 0);
  const columns = drawing.midDrawers ? 3 : drawing.nook ? 2 : drawing.doors;
  const each = width / columns;
  if (drawing.legs === "plinth") sheet.body(30, width - 30, 0, leg, 30);
  else for (const x of [50, width - 90]) for (const y of [sheet.size.depth - 90, 50]) sheet.body(x, x + 40, 0, leg, y, y + 40);
  sheet.body(0, width, leg, height);
  for (let index = 0; index < columns; index += 1) {
    const [x0, x1] = [index * each, (index + 1) * each];
    if (drawing.topboxes) sheet.front(x0, x1, high, height);
    if (drawing.midDrawers && index === 1) {
      for (let row = 0; row < drawing.midDrawers; row += 1) {
        const step = (high - low) / drawing.midDrawers;
        sheet.front(x0, x1, low + row * step, low + (row + 1) * step);
        handle(sheet, drawing.handle, (x0 + x1) / 2, low + (row + 0.6) * step, 250, true);
      }
    } else if (drawing.nook && index === 1) {
      sheet.front(x0, x1, low, high);
      for (const z of [leg + 430, high - 300]) sheet.line([x0, 0, z], [x1, 0, z]);
    } else door(sheet, drawing, [x0, x1, low, high], drawing.midDrawers ? index / 2 : index, drawing.midDrawers ? 2 : drawing.nook ? 1 : columns);
  }
  const rows = drawing.stack ? drawing.drawers : (drawing.flaps ?? (drawing.drawers ? 1 : 0));
  const across = drawing.stack || drawing.flaps ? 1 : (drawing.drawers ?? 0);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < across; column += 1) {
      const [x, z, step] = [(column * width) / across, leg + (row * (low - leg)) / rows, (low - leg) / rows];
      sheet.front(x, x + width / across, z, z + step);
      handle(sheet, drawing.handle, x + width / across / 2, z + step * 0.6, 250, true);
    }
  }
}

function openFrame(sheet, { sizeMm: { width, depth, height } }) {
  for (const y of [depth, 0]) {
    for (const x of [0, 900, width]) sheet.line([x, y, 0], [x, y, height]);
    sheet.line([0, y, height], [width, y, height]);
  }
  for (const x of [0, 900, width]) sheet.line([x, 0, height], [x, depth, height]);
  for (const [x0, z] of [[0, 125], [900, 550], [900, 920], [900, 1290], [900, 1660]]) sheet.face([x0, 0, z], [width, 0, z], [width, depth, z], [x0, depth, z]);
  sheet.line([0, depth / 2, height - 100], [900, depth / 2, height - 100]);
}

function cornerWardrobe(sheet, { drawing, sizeMm: { width, depth, height } }) {
  const short = width - 600;
  const leg = LEGS[drawing.legs];
  sheet.face([width, depth - short, 0], [width, depth, 0], [width, depth, height], [width, depth - short, height]);
  sheet.face([0, 0, height], [short, 0, height], [width, depth - short, height], [width, depth, height], [0, depth, height]);
  sheet.front(0, short, 0, height);
  const across = (share) => [short + (width - short) * share, (depth - short) * share];
  for (const [from, to] of [[0, 0.5], [0.5, 1]]) {
    const [a, b] = [across(from), across(to)];
    sheet.face([...a, leg], [...b, leg], [...b, height], [...a, height]);
  }
  sheet.line([short, 0, 0], [width, depth - short, 0]);
  for (const share of [0.45, 0.55]) sheet.line([...across(share), 870], [...across(share), 1230]);
}

function slopedWardrobe(sheet, { drawing, sizeMm: { width, depth, height } }) {
  const leg = LEGS[drawing.legs];
  const low = leg + (height - leg) * drawing.slope;
  const start = width * 0.34;
  const edge = (x) => height - (Math.max(0, x - start) * (height - low)) / (width - start);
  sheet.face([width, 0, 0], [width, depth, 0], [width, depth, low], [width, 0, low]);
  sheet.face([start, 0, height], [width, 0, low], [width, depth, low], [start, depth, height]);
  sheet.face([0, 0, height], [start, 0, height], [start, depth, height], [0, depth, height]);
  sheet.face([0, 0, 0], [width, 0, 0], [width, 0, low], [start, 0, height], [0, 0, height]);
  sheet.line([0, 0, leg], [width, 0, leg]);
  for (let index = 1; index < drawing.doors; index += 1) sheet.line([(index * width) / drawing.doors, 0, leg], [(index * width) / drawing.doors, 0, edge((index * width) / drawing.doors)]);
  for (let index = 0; index < drawing.doors; index += 1) {
    const x = index ? (index * width) / drawing.doors + 45 : width / drawing.doors - 45;
    handle(sheet, drawing.handle, x, 920, 360, false);
  }
}

const modules = (list, from = 0) => {
  let left = from;
  return (list ?? []).map((entry) => {
    const [kind, width] = entry.split(":");
    left += Number(width);
    return { kind, left: left - Number(width), width: Number(width) };
  });
};

function kitchenUnit(sheet, drawing, { kind, left, width }, top, y) {
  const right = left + width;
  const rows = { drawers: [0.4, 0.75, 1], hob: [0.56, 1], tall: [0.54, 1], tallOven: [0.33, 0.59, 1], oven: [0.1, 0.76, 1], open: [0.5, 1] }[kind] ?? [1];
  let low = 100;
  for (const share of rows) {
    const high = 100 + (top - 100) * share;
    sheet.front(left, right, low, high, y);
    if (kind === "oven" && share === 0.76) sheet.line([left + 60, y, high - 160], [right - 60, y, high - 160]);
    else if (["drawers", "hob"].includes(kind) && drawing.handle !== "none") handle(sheet, drawing.handle ?? "bar", left + width / 2, high - 60, 200, true, y);
    low = high;
  }
  if (rows.length === 1 && width >= 620) sheet.line([left + width / 2, y, 100], [left + width / 2, y, top]);
}

function kitchen(sheet, { drawing, sizeMm: { width, depth, height } }) {
  const wall = depth;
  const near = drawing.islandOnly ? 0 : depth - 600;
  const top = Math.min(height, 2400);
  const base = modules(drawing.base);
  const run = base.filter(({ kind }) => !kind.startsWith("tall"));
  const [from, to] = [run[0].left, run.at(-1).left + run.at(-1).width];
  for (const { kind, left, width: wide } of modules(drawing.wall)) {
    if (kind === "skip") continue;
    if (kind === "shelf") sheet.body(left + 60, left + wide - 60, 1525, 1560, wall - 240, wall);
    else {
      const low = kind === "hood" ? 1600 : 1450;
      const high = drawing.toCeiling ? 2150 : top;
      sheet.body(left, left + wide, low, high, wall - 340, wall);
      if (kind === "lattice") for (const x of [left, left + wide / 2]) sheet.lattice(x + 55, x + wide / 2 - 55, low + 55, high - 55, wall - 340);
      else if (kind === "open") sheet.line([left, wall - 340, (low + high) / 2], [left + wide, wall - 340, (low + high) / 2]);
      else if (kind !== "hood" && wide >= 620) sheet.line([left + wide / 2, wall - 340, low], [left + wide / 2, wall - 340, high]);
      if (drawing.toCeiling) sheet.body(left, left + wide, high, height, wall - 340, wall);
    }
  }
  if (drawing.shelf) sheet.body(from + 700, to - 80, 1525, 1560, wall - 240, wall);
  if (drawing.shelves2) sheet.body(from + 80, to - 80, 1905, 1940, wall - 240, wall);
  sheet.body(from, to, 0, 860, near, wall);
  for (const { kind, left, width: wide } of base) if (kind.startsWith("tall")) sheet.body(left, left + wide, 0, top, near, wall);
  for (const unit of base) kitchenUnit(sheet, drawing, unit, unit.kind.startsWith("tall") ? top : 860, near);
  sheet.body(from, to, 860, 900, near - (near > 20 ? 20 : 0), wall);
  if (["left", "both"].includes(drawing.returns)) sheet.body(0, 600, 0, 900, 0, near - 20);
  if (drawing.returns === "both") sheet.body(width - 600, width, 0, 900, 0, near - 20);
  if (drawing.island) sheet.body((width - drawing.island) / 2, (width + drawing.island) / 2, 0, 900, 0, Math.min(850, near - 20));
  if (drawing.bar) sheet.body(width - 400, width, 0, 1050, 0, near - 20);
}

/** Returns the dimension drawing of a wardrobe, a kitchen or a piece as SVG text. */
export function dimensions(product) {
  const sheet = new Oblique(product.sizeMm);
  const { drawing } = product;
  if (isPiece(product)) piece(sheet, product);
  else if (drawing.base) kitchen(sheet, product);
  else if (drawing.openFrame) openFrame(sheet, product);
  else if (drawing.corner) cornerWardrobe(sheet, product);
  else if ("slope" in drawing) slopedWardrobe(sheet, product);
  else wardrobeFront(sheet, product);
  return sheet.toString();
}
