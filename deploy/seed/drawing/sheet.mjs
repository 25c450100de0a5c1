// Canvas of all drawings: 960 × 1200, plain SVG, one ink, flat colours.

export const WIDTH = 960;
export const HEIGHT = 1200;
/** Floor line at 78 % of the height of every picture, so that the cards of a row share a horizon. */
export const FLOOR = 936;

export const INK = "#1A1814";
const WALL = "#E7E2D8";
const LIGHT = "#F0EEE9";

/** Lattice cell on a 24 × 24 grid, the same geometry as lattice.svg. */
const LATTICE_CELL =
  "M24 12L20.5 15.5V20.5H15.5L12 24 8.5 20.5H3.5V15.5L0 12 3.5 8.5V3.5H8.5L12 0 15.5 3.5H20.5V8.5ZM20.5 20.5 24 24M3.5 20.5 0 24M20.5 3.5 24 0M3.5 3.5 0 0";

/** Palette slugs drawn with grain. */
const WOODS = new Set(["oak", "ash", "beech", "walnut", "smoked-oak"]);

/** Boards too dark for an ink outline. */
const DARK = new Set(["black"]);

const round = (value) => Math.round(value * 10) / 10;

/** Mixes two #rrggbb colours; `share` 0 gives the first, 1 the second. */
export function mix(first, second, share) {
  const channel = (hex, at) => Number.parseInt(hex.slice(at, at + 2), 16);
  return `#${[1, 3, 5]
    .map((at) => Math.round(channel(first, at) * (1 - share) + channel(second, at) * share))
    .map((value) => value.toString(16).padStart(2, "0"))
    .join("")}`;
}

export const darker = (colour, share = 0.18) => mix(colour, "#1a1410", share);
export const lighter = (colour, share = 0.25) => mix(colour, "#ffffff", share);

/** Returns whether two boxes overlap; a shared edge is no overlap. */
const OUTLINE = 2.5;
const near = (first, second) => [0, 1].every((axis) => first[axis] < second[axis + 2] - OUTLINE && second[axis] < first[axis + 2] - OUTLINE);
const MERGE_WINDOW = 80;

/** Returns the bounding box of a path with absolute commands, or null if it has relative ones. */
function boxOf(data) {
  const xs = [];
  const ys = [];
  for (const [, command, rest] of data.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = (rest.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
    if (command === "H") xs.push(...numbers);
    else if (command === "V") ys.push(...numbers);
    else if ("MLQCT".includes(command)) numbers.forEach((number, index) => (index % 2 ? ys : xs).push(number));
    else if (command !== "Z") return null;
  }
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/**
 * SVG writer. Omits shapes outside the picture, and merges shapes of the same paint into one path unless a shape drawn between
 * them overlaps.
 */
export class Sheet {
  #parts = [];
  #definitions = new Map();

  constructor(palette) {
    this.palette = palette;
  }

  /** Returns the swatch of a palette slug. */
  swatch(slug) {
    const colour = this.palette[slug];
    if (!colour) throw new Error(`The palette has no colour "${slug}".`);
    return colour.swatch;
  }

  /** Adds raw markup; shapes are not merged across it. */
  raw(text) {
    this.#parts.push({ text });
  }

  #outside([left, top, right, bottom]) {
    return left > WIDTH || top > HEIGHT || right < 0 || bottom < 0;
  }

  #paint({ fill, stroke = null, line = 2, opacity = 1, cap = "butt" }) {
    const ink = stroke === true ? INK : stroke;
    const parts = fill ? [`fill="${fill}"`] : [];
    if (!ink) parts.push('stroke="none"');
    else if (ink !== INK) parts.push(`stroke="${ink}"`);
    if (ink && line !== 2) parts.push(`stroke-width="${round(line)}"`);
    if (ink && cap !== "butt") parts.push(`stroke-linecap="${cap}"`);
    if (opacity !== 1) parts.push(`opacity="${opacity}"`);
    return parts.join(" ");
  }

  #add(data, box, options) {
    const paint = this.#paint(options);
    const margin = options.stroke ? (options.line ?? 2) / 2 : 0;
    const around = box && [box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin];
    if (around && this.#outside(around)) return;
    const plain = around && !(options.opacity < 1);
    for (let index = this.#parts.length - 1; plain && index >= Math.max(0, this.#parts.length - MERGE_WINDOW); index -= 1) {
      const part = this.#parts[index];
      if (part.text || part.boxes.includes(null) || part.boxes.some((other) => near(around, other))) break;
      if (part.paint === paint) {
        part.data += data;
        part.boxes.push(around);
        return;
      }
    }
    this.#parts.push({ paint, data, boxes: [around] });
  }

  rect(x, y, width, height, fill, options = {}) {
    if (width <= 0 || height <= 0) return;
    const [left, top, right, bottom] = [x, y, x + width, y + height].map(Math.round);
    if (options.radius) {
      const r = Math.min(Math.round(options.radius), (right - left) / 2, (bottom - top) / 2);
      const data = `M${left + r} ${top}H${right - r}Q${right} ${top} ${right} ${top + r}V${bottom - r}Q${right} ${bottom} ${right - r} ${bottom}H${left + r}Q${left} ${bottom} ${left} ${bottom - r}V${top + r}Q${left} ${top} ${left + r} ${top}Z`;
      this.#add(data, [left, top, right, bottom], { ...options, fill });
    } else this.#add(`M${left} ${top}h${right - left}v${bottom - top}h${left - right}Z`, [left, top, right, bottom], { ...options, fill });
  }

  polygon(points, fill, options = {}) {
    const corners = points.map((point) => point.map(Math.round));
    const steps = corners.slice(1).map(([x, y], index) => [x - corners[index][0], y - corners[index][1]]);
    const data = `M${corners[0].join(" ")}l${steps.flat().join(" ").replaceAll(" -", "-")}Z`;
    const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
    this.#add(data, [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)], { ...options, fill });
  }

  path(data, fill, options = {}) {
    const short = data.replace(/-?\d+\.\d+(e-?\d+)?/g, (number) => String(Math.round(Number(number))));
    this.#add(short, boxOf(short), { ...options, fill });
  }

  line(x1, y1, x2, y2, colour = INK, width = 2, cap = "butt") {
    const [fromX, fromY, toX, toY] = [x1, y1, x2, y2].map(Math.round);
    const data = `M${fromX} ${fromY}${fromY === toY ? `H${toX}` : fromX === toX ? `V${toY}` : `L${toX} ${toY}`}`;
    this.#add(data, boxOf(data), { stroke: colour, line: width, cap });
  }

  circle(x, y, radius, fill, options = {}) {
    const [cx, cy, r] = [x, y, radius].map(round);
    this.#add(`M${round(cx - r)} ${cy}a${r} ${r} 0 1 0 ${round(2 * r)} 0a${r} ${r} 0 1 0 ${round(-2 * r)} 0Z`, [cx - r, cy - r, cx + r, cy + r], { ...options, fill });
  }

  define(name, text) {
    this.#definitions.set(name, text);
    return `url(#${name})`;
  }

  /** Draws a board: colour, grain of wood, ink outline; `turned` makes the grain horizontal. */
  board(x, y, width, height, slug, options = {}) {
    const colour = options.colour ?? this.swatch(slug);
    this.rect(x, y, width, height, colour, { stroke: DARK.has(slug) ? "#6B665C" : true, line: options.line ?? 2 });
    this.grain(x, y, width, height, slug, options.turned);
  }

  grain(x, y, width, height, slug, turned = false) {
    if (WOODS.has(slug)) this.rect(x, y, width, height, this.grainFill(slug, turned));
  }

  isWood(slug) {
    return WOODS.has(slug);
  }

  /** Returns the fill that draws grain over a colour. */
  grainFill(slug, turned = false) {
    const name = `g-${slug}${turned ? "-h" : ""}`;
    const turn = turned ? ' patternTransform="rotate(90)"' : "";
    const colour = darker(this.swatch(slug), 0.35);
    return this.define(
      name,
      `<pattern id="${name}" width="86" height="340" patternUnits="userSpaceOnUse"${turn}><path d="M9 0C3 90 20 200 9 340M27 0C38 120 18 220 27 340M48 0C42 60 40 130 47 170S54 280 48 340M57 60C49 120 50 200 57 250C64 200 65 110 57 60M74 0C82 110 66 230 74 340" fill="none" stroke="${colour}" stroke-width="1.4" opacity=".38"/></pattern>`,
    );
  }

  /** Draws a lattice with cells of `cell` pixels and laths a tenth as thick. */
  lattice(x, y, width, height, slug, cell, ground = "#F3EDE1") {
    const colour = this.swatch(slug);
    const scale = cell / 24;
    const name = `l-${slug}`;
    const fill = this.define(
      name,
      `<pattern id="${name}" width="24" height="24" patternUnits="userSpaceOnUse" patternTransform="translate(${round(x)} ${round(y)}) scale(${round(scale * 100) / 100})"><g fill="none" stroke-linejoin="round" stroke-linecap="square"><path d="${LATTICE_CELL}" stroke="${darker(colour, 0.55)}" stroke-width="3.1"/><path d="${LATTICE_CELL}" stroke="${lighter(colour, 0.1)}" stroke-width="2.4"/></g></pattern>`,
    );
    this.rect(x, y, width, height, ground);
    this.rect(x, y, width, height, fill, { stroke: true });
  }

  /** Draws a wall with a patch of morning light, skirting and floor boards. */
  room() {
    this.rect(0, 0, WIDTH, HEIGHT, WALL);
    this.polygon([[0, 90], [560, 0], [900, 0], [330, FLOOR], [0, FLOOR]], LIGHT);
    this.rect(0, FLOOR - 30, WIDTH, 30, "#F6F4EF");
    this.line(0, FLOOR - 30, WIDTH, FLOOR - 30, "#CFCAC0");
    this.rect(0, FLOOR, WIDTH, HEIGHT - FLOOR, "#DCC6A6");
    this.path("M0 1000H960M0 1088H960M210 936V1000M700 936V1000M430 1000V1088M880 1000V1088M120 1088V1200M610 1088V1200", "none", { stroke: "#C4AA85" });
    this.line(0, FLOOR, WIDTH, FLOOR, INK, 1.5);
  }

  /** Draws a plain ground with a table edge on the horizon, for small objects. */
  bench() {
    this.rect(0, 0, WIDTH, HEIGHT, "#EDEAE3");
    this.polygon([[0, 60], [480, 0], [820, 0], [280, FLOOR], [0, FLOOR]], "#F5F3EE");
    this.rect(0, FLOOR, WIDTH, HEIGHT - FLOOR, "#DDD5C7");
    this.line(0, FLOOR, WIDTH, FLOOR, "#8A8475", 1.5);
  }

  toString() {
    const definitions = [...this.#definitions.values()].join("");
    const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" stroke="${INK}" stroke-width="2" stroke-linejoin="round">`;
    const body = this.#parts.map((part) => part.text ?? `<path d="${part.data}" ${part.paint}/>`).join("");
    return `${head}${definitions ? `<defs>${definitions}</defs>` : ""}${body}</svg>\n`;
  }
}
