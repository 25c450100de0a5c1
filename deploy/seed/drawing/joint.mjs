// Wooden joints in oblique projection: picture 1 assembled, picture 2 apart.
import { INK, darker, lighter } from "./sheet.mjs";

/** Projection of one unit of depth: to the right and up. */
const DEPTH = [0.78, -0.46];
const move = (points, dx, dy) => points.map(([x, y]) => [x + dx, y + dy]);
const rectangle = (x, y, w, h) => [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];

class Bench {
  constructor(sheet, first, second) {
    this.sheet = sheet;
    this.first = first;
    this.second = second;
  }

  /** Draws the front outline (clockwise) extruded back by `depth`; only the sides facing right or up are visible. */
  body(points, depth, slug, { turned = false, end = false } = {}) {
    const { sheet } = this;
    const colour = sheet.swatch(slug);
    const [dx, dy] = DEPTH.map((part) => part * depth);
    points.forEach(([x1, y1], index) => {
      const [x2, y2] = points[(index + 1) % points.length];
      const facing = (y2 - y1) * dx - (x2 - x1) * dy;
      if (facing <= 0) return;
      const up = Math.abs(x2 - x1) > Math.abs(y2 - y1);
      sheet.polygon([[x1, y1], [x2, y2], [x2 + dx, y2 + dy], [x1 + dx, y1 + dy]], up ? lighter(colour, 0.22) : darker(colour, 0.2), { stroke: true });
    });
    this.face(points, slug, { turned, end });
  }

  /** Draws a front face; end grain has rings instead of long grain. */
  face(points, slug, { turned = false, end = false } = {}) {
    const { sheet } = this;
    sheet.polygon(points, end ? darker(sheet.swatch(slug), 0.1) : sheet.swatch(slug), {});
    if (!end && sheet.isWood(slug)) sheet.polygon(points, sheet.grainFill(slug, turned), {});
    sheet.polygon(points, "none", { stroke: true });
    if (end) {
      const xs = points.map(([x]) => x);
      const ys = points.map(([, y]) => y);
      const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      for (const share of [0.3, 0.55, 0.8]) sheet.path(`M${left + 5} ${top + (bottom - top) * share}Q${(left + right) / 2} ${top + (bottom - top) * (share - 0.2)} ${right - 5} ${top + (bottom - top) * share}`, "none", { stroke: darker(sheet.swatch(slug), 0.4), line: 1.4 });
    }
  }

  box(x, y, w, h, depth, slug, options) {
    this.body(rectangle(x, y, w, h), depth, slug, options);
  }

  shade(x, y, w) {
    this.sheet.polygon([[x, y], [x + w, y], [x + w + 60, y - 36], [x + 60, y - 36]], INK, { opacity: 0.12 });
  }

  dashes(x1, y1, x2, y2) {
    this.sheet.raw(`<path d="M${x1} ${y1}L${x2} ${y2}" stroke="#8A8475" stroke-dasharray="10 8"/>`);
  }
}

/** Draws two boards at a corner; `slope` is the slope of the tails, 0 for straight fingers. */
function corner(bench, apart, { slope, count }) {
  const { sheet, first, second } = bench;
  const [top, height, thick] = [380, 560, 110];
  const gap = apart ? 140 : 0;
  const right = apart ? 440 : 520;
  const pitch = height / count;
  const depthThick = 130;
  const [dx, dy] = DEPTH.map((part) => part * depthThick);
  bench.shade(90, top + height, right + thick - 60);
  // The pin board extends to the back; its front shows the pins, its right side the ends of the tails.
  const x = right + gap;
  const far = DEPTH.map((part) => part * 330);
  const outline = [[x, top], [x + thick, top], [x + thick, top + height], [x, top + height]];
  sheet.polygon([[x, top], [x + thick, top], [x + thick + far[0], top + far[1]], [x + far[0], top + far[1]]], lighter(sheet.swatch(second), 0.22), { stroke: true });
  sheet.polygon([[x + thick, top], [x + thick, top + height], [x + thick + far[0], top + height + far[1]], [x + thick + far[0], top + far[1]]], darker(sheet.swatch(second), 0.12), { stroke: true });
  const tails = Array.from({ length: count }, (_, index) => {
    const from = top + index * pitch + pitch * 0.14;
    const to = top + (index + 1) * pitch - pitch * 0.14;
    return { from, to };
  });
  const wide = (tail) => [tail.from - pitch * slope, tail.to + pitch * slope];
  if (apart) {
    bench.face(outline, second, { end: true });
    for (const tail of tails) {
      const [from, to] = wide(tail);
      const hole = [[x, tail.from], [x + thick, from], [x + thick, to], [x, tail.to]];
      sheet.polygon(hole, darker(sheet.swatch(second), 0.55), { stroke: true });
      sheet.polygon([[x + thick, from], [x + thick, to], [x + thick + dx, to + dy], [x + thick + dx, from + dy]], "#EDEAE3", { stroke: true });
      sheet.polygon([[x, tail.to], [x + thick, to], [x + thick + dx, to + dy], [x + dx, tail.to + dy]], lighter(sheet.swatch(second), 0.1), { stroke: true });
      bench.dashes(right + thick - 40, (tail.from + tail.to) / 2, x, (tail.from + tail.to) / 2);
    }
  } else {
    bench.face(outline, second, { end: true });
    for (const tail of tails) {
      const [from, to] = wide(tail);
      sheet.polygon([[x + thick, from], [x + thick, to], [x + thick + dx, to + dy], [x + thick + dx, from + dy]], darker(sheet.swatch(first), 0.22), { stroke: true });
    }
  }
  const left = apart ? 50 : 90;
  const edge = right - (apart ? 60 : 0);
  sheet.polygon([[left, top], [edge, top], [edge + dx, top + dy], [left + dx, top + dy]], lighter(sheet.swatch(first), 0.25), { stroke: true });
  const shape = [[left, top], [edge, top]];
  for (const tail of tails) {
    const [from, to] = wide(tail);
    if (apart) {
      sheet.polygon([[edge, tail.from], [edge + thick, from], [edge + thick + dx, from + dy], [edge + dx, tail.from + dy]], lighter(sheet.swatch(first), 0.25), { stroke: true });
      sheet.polygon([[edge + thick, from], [edge + thick, to], [edge + thick + dx, to + dy], [edge + thick + dx, from + dy]], darker(sheet.swatch(first), 0.22), { stroke: true });
    }
    shape.push([edge, tail.from], [edge + thick, from], [edge + thick, to], [edge, tail.to]);
  }
  shape.push([edge, top + height], [left, top + height]);
  bench.face(shape, first, { turned: true });
}

/** Draws a rail through a post, with a wedge if `wedge`. */
function through(bench, apart, { wedge }) {
  const { first, second } = bench;
  const [post, rail] = wedge ? [second, first] : [first, second];
  const gap = apart ? 150 : 0;
  const x = apart ? 640 : 450;
  bench.shade(x, 1010, 150);
  const out = wedge ? 210 : 110;
  if (!apart) bench.box(x + 215, 560, out, 110, 70, rail, { turned: true });
  if (!apart && wedge) bench.body([[x + 268, 500], [x + 316, 500], [x + 306, 740], [x + 278, 740]], 50, post);
  bench.box(x, 230, 160, 780, 130, post);
  if (!apart) bench.box(x + 235, 553, out - 10, 104, 60, rail, { turned: true });
  if (!apart && wedge) bench.body([[x + 268, 470], [x + 320, 470], [x + 306, 730], [x + 280, 730]], 44, post);
  if (apart) {
    const sheet = bench.sheet;
    sheet.polygon([[x + 195, 532], [x + 235, 508], [x + 235, 640], [x + 195, 664]], darker(sheet.swatch(post), 0.65), { stroke: true });
    bench.box(x - gap - 190, 570, 200, 110, 70, rail, { turned: true });
    bench.dashes(x + 20 - gap, 620, x, 620);
    if (wedge) bench.body([[330, 760], [382, 760], [368, 1000], [342, 1000]], 44, post);
  }
  const end = apart ? x - gap - 190 : x;
  bench.box(60, 530, end - 60, 190, 110, rail, { turned: true });
}

function halfLap(bench, apart) {
  const { first, second } = bench;
  if (!apart) {
    bench.shade(400, 1020, 160);
    bench.box(400, 270, 160, 750, 110, second);
    bench.box(110, 560, 700, 160, 110, first, { turned: true });
    bench.box(400, 270, 160, 290, 110, second);
    bench.face([[400, 560], [560, 560], [560, 720], [400, 720]], first, { turned: true });
    return;
  }
  bench.body([[110, 820], [400, 820], [400, 890], [560, 890], [560, 820], [800, 820], [800, 960], [110, 960]], 160, second, { turned: true });
  for (const x of [420, 540]) bench.dashes(x, 620, x, 820);
  bench.body([[110, 440], [800, 440], [800, 580], [560, 580], [560, 510], [400, 510], [400, 580], [110, 580]], 160, first, { turned: true });
}

function bridle(bench, apart) {
  const { sheet, first, second } = bench;
  const up = apart ? 190 : 0;
  const depth = 150;
  const layer = (share, points, slug, options) => bench.body(move(points, DEPTH[0] * depth * share, DEPTH[1] * depth * share), depth / 3, slug, options);
  bench.shade(230, 1010, 170);
  const post = rectangle(230, 420, 170, 590);
  const short = rectangle(230, 590, 170, 420);
  const rail = rectangle(230, 420 - up, 590, 170);
  const cut = rectangle(400, 420 - up, 420, 170);
  // Three layers from the back: fork, tenon, fork.
  layer(2 / 3, short, second);
  layer(2 / 3, rail, first, { turned: true });
  layer(1 / 3, post, second);
  layer(1 / 3, cut, first, { turned: true });
  if (apart) for (const x of [270, 370]) bench.dashes(x, 590 - up, x, 420);
  layer(0, short, second);
  layer(0, rail, first, { turned: true });
  if (!apart) for (const y of [470, 540]) sheet.circle(315, y, 11, darker(sheet.swatch(first), 0.4), { stroke: true });
}

function butterfly(bench, apart) {
  const { sheet, first, second } = bench;
  const key = (x, y, s) => [[x - 150 * s, y - 75 * s], [x, y - 28 * s], [x + 150 * s, y - 75 * s], [x + 150 * s, y + 75 * s], [x, y + 28 * s], [x - 150 * s, y + 75 * s]];
  if (apart) {
    for (const [x, y] of [[240, 400], [600, 340], [270, 720], [640, 680]]) {
      bench.shade(x - 110, y + 90, 240);
      bench.body(key(x, y, 0.9), 80, first, { turned: true });
    }
    return;
  }
  bench.box(60, 330, 700, 620, 130, second);
  sheet.path("M410 950C380 860 440 760 405 640S430 480 412 330L440 330C450 470 420 560 436 650S420 860 432 950Z", darker(sheet.swatch(second), 0.75), {});
  for (const y of [480, 760]) bench.face(key(420, y, 1), first, { turned: true });
}

function mitre(bench, apart) {
  const { sheet, first, second } = bench;
  const gap = apart ? 70 : 0;
  bench.shade(150, 1010, 160);
  bench.body([[310 + gap, 340], [830, 340], [830, 500], [310 + gap + 0, 500]].map(([x, y], index) => (index === 0 ? [150 + gap, 340] : [x, y])), 150, first, { turned: true });
  bench.body([[150, 340 + gap], [310, 500 + gap], [310, 1010], [150, 1010]], 150, first);
  if (apart) sheet.polygon([[150, 340 + gap], [310, 500 + gap], [310 + 117, 500 + gap - 69], [150 + 117, 340 + gap - 69]], lighter(sheet.swatch(first), 0.3), { stroke: true });
  [0.8, 0.5, 0.2].forEach((share, index) => {
    const [dx, dy] = DEPTH.map((part) => part * 150 * share);
    if (apart) bench.body(move([[150, 340], [290, 340], [150, 480]], index * 150 - 60, -150), 24, second);
    else sheet.polygon([[150 + dx, 340 + dy], [290 + dx, 340 + dy], [312 + dx, 327 + dy], [172 + dx, 327 + dy]], sheet.swatch(second), { stroke: true, line: 1.4 });
  });
}

function scarf(bench, apart) {
  const { first, second } = bench;
  const gap = apart ? 110 : 0;
  if (!apart) bench.shade(60, 770, 740);
  bench.body([[330 + gap, 560 - gap * 0.3], [780, 560 - gap * 0.3], [780, 760 - gap * 0.3], [600 + gap * 0.6, 760 - gap * 0.3], [580 + gap * 0.6, 720 - gap * 0.3], [350 + gap, 600 - gap * 0.3]], 180, second, { turned: true });
  bench.body([[60, 560 + gap], [330 - gap * 0.2, 560 + gap], [350 - gap * 0.2, 600 + gap], [580 - gap * 0.2, 720 + gap], [600 - gap * 0.2, 760 + gap], [60, 760 + gap]], 180, first, { turned: true });
  if (apart) bench.dashes(400, 720, 470, 600);
}

const JOINTS = {
  dovetail: (bench, apart) => corner(bench, apart, { slope: 0.1, count: 5 }),
  finger: (bench, apart) => corner(bench, apart, { slope: 0, count: 6 }),
  mortise: (bench, apart) => through(bench, apart, { wedge: false }),
  tusk: (bench, apart) => through(bench, apart, { wedge: true }),
  halflap: halfLap,
  bridle,
  butterfly,
  mitre,
  scarf,
};

/** Returns whether `kind` is a joint of this module. */
export const isJoint = (kind) => Object.hasOwn(JOINTS, kind);

/** Draws a joint of wood `slug` and the product's second wood, or another of its colours if both are the same. */
export function joint(sheet, product, slug, apart) {
  sheet.bench();
  const { kind, second } = product.drawing;
  const other = second === slug ? product.colors.find((colour) => colour !== slug) ?? "ash" : second;
  JOINTS[kind](new Bench(sheet, slug, other), apart);
}
