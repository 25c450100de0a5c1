// Garden furniture, outdoors in front of a hedge: a bench, a table, a screen, an arbour.
import { FLOOR, HEIGHT, WIDTH, darker, lighter } from "./sheet.mjs";
import { plant, stool, vase } from "./props.mjs";

const BASE = FLOOR + 60;
const HEDGE = "#96A48C";
/** Pixels per millimetre. */
const SCALE = 0.4;

function outdoors(sheet) {
  sheet.rect(0, 0, WIDTH, HEIGHT, "#ECEEE8");
  sheet.polygon([[0, 60], [520, 0], [900, 0], [300, FLOOR], [0, FLOOR]], "#F5F6F1");
  for (let x = 40; x < WIDTH; x += 110) sheet.circle(x, FLOOR - 250 - ((x * 7) % 60), 90, HEDGE);
  sheet.rect(0, FLOOR - 260, WIDTH, 260, HEDGE);
  for (let x = 20; x < WIDTH; x += 76) sheet.circle(x, FLOOR - 60 - ((x * 13) % 150), 20, darker(HEDGE, 0.1));
  sheet.rect(0, FLOOR, WIDTH, HEIGHT - FLOOR, "#DDD5C7");
  sheet.path(`M0 1010H960M0 1100H960M180 ${FLOOR}V1010M640 ${FLOOR}V1010M400 1010V1100M860 1010V1100M120 1100V1200M600 1100V1200`, "none", { stroke: "#C3B9A8" });
  sheet.line(0, FLOOR, WIDTH, FLOOR, "#8A8475", 1.5);
}

function shade(sheet, x, width) {
  sheet.polygon([[x, BASE + 4], [x + width, BASE + 4], [x + width + 50, BASE - 30], [x + 50, BASE - 30]], "#1A1814", { opacity: 0.12 });
}

/** Draws boards one below the other, from `top` down. */
function boards(sheet, x, top, width, height, count, slug, gap = 6) {
  const each = (height - gap * (count - 1)) / count;
  for (let index = 0; index < count; index += 1) sheet.board(x, top + index * (each + gap), width, each, slug, { turned: true });
}

function seat(sheet, x, width, slug) {
  const height = 450 * SCALE;
  for (const left of [x + 24, x + width / 2 - 14, x + width - 52]) sheet.board(left, BASE - height, 28, height, slug);
  sheet.board(x + 24, BASE - 60, width - 48, 18, slug, { turned: true });
  boards(sheet, x, BASE - height - 26, width, 48, 3, slug, 4);
}

function bench(sheet, slug) {
  const [x, width] = [130, 700];
  shade(sheet, x, width);
  for (const left of [x + 24, x + width / 2 - 14, x + width - 52]) sheet.board(left, BASE - 900 * SCALE, 28, 900 * SCALE, slug);
  boards(sheet, x, BASE - 880 * SCALE, width, 120, 3, slug, 14);
  seat(sheet, x, width, slug);
  for (const left of [x - 6, x + width - 30]) sheet.board(left, BASE - 640 * SCALE, 36, 16, slug, { turned: true });
  plant(sheet, 96, BASE + 30, 260);
}

function table(sheet, slug) {
  const [x, width, height] = [150, 660, 750 * SCALE];
  shade(sheet, x, width);
  for (const left of [110, 850]) stool(sheet, left, BASE + 6, SCALE);
  for (const [left, lean] of [[x + 70, -26], [x + width - 104, 26]]) {
    sheet.polygon([[left, BASE - height], [left + 34, BASE - height], [left + 34 + lean, BASE], [left + lean, BASE]], sheet.swatch(slug), { stroke: true });
    sheet.polygon([[left, BASE - height], [left + 34, BASE - height], [left + 34 + lean, BASE], [left + lean, BASE]], sheet.isWood(slug) ? sheet.grainFill(slug) : "none", {});
  }
  sheet.board(x + 60, BASE - 120, width - 120, 22, slug, { turned: true });
  boards(sheet, x, BASE - height - 34, width, 40, 2, slug, 3);
  for (const left of [300, 620]) stool(sheet, left, BASE + 34, SCALE);
  vase(sheet, 480, BASE - height - 34, 190);
}

function screen(sheet, slug) {
  const [top, width] = [BASE - 1900 * SCALE, 260];
  shade(sheet, 80, 790);
  for (let index = 0; index < 3; index += 1) {
    const x = 90 + index * width;
    sheet.lattice(x + 14, top + 30, width - 28, 560, slug, 56, lighter(HEDGE, 0.45));
    boards(sheet, x + 14, top + 600, width - 28, BASE - top - 640, 2, slug);
  }
  for (let index = 0; index < 4; index += 1) sheet.board(78 + index * width, top, 24, BASE - top, slug);
  sheet.board(70, top - 18, 820, 22, slug, { turned: true });
  plant(sheet, 170, BASE + 40, 330);
  stool(sheet, 700, BASE + 44, SCALE);
}

function arbour(sheet, slug) {
  const [left, right, top] = [110, 850, BASE - 1900 * SCALE];
  shade(sheet, left, right - left);
  sheet.polygon([[left - 60, top], [WIDTH / 2, top - 170], [right + 60, top]], darker(sheet.swatch(slug), 0.15), { stroke: true });
  for (const share of [0.25, 0.5, 0.75]) sheet.line(WIDTH / 2 - (WIDTH / 2 - left + 60) * share, top - 170 * (1 - share), WIDTH / 2 + (right + 60 - WIDTH / 2) * share, top - 170 * (1 - share));
  for (const x of [left + 22, right - 192]) sheet.lattice(x, top + 40, 170, BASE - top - 330, slug, 42, lighter(HEDGE, 0.45));
  seat(sheet, left + 30, right - left - 60, slug);
  boards(sheet, left + 22, BASE - 285, 170, 100, 2, slug);
  boards(sheet, right - 192, BASE - 285, 170, 100, 2, slug);
  for (const x of [left, left + 192, right - 214, right - 22]) sheet.board(x, top, 22, BASE - top, slug);
  sheet.board(left - 30, top, right - left + 60, 28, slug, { turned: true });
  vase(sheet, 480, BASE - 450 * SCALE - 26, 150);
}

const KINDS = { bench, table, screen, arbour };

/** Returns whether `kind` is a piece of garden furniture. */
export const isGarden = (kind) => Object.hasOwn(KINDS, kind);

/** Draws a piece of garden furniture in its surroundings. */
export function garden(sheet, kind, slug) {
  outdoors(sheet);
  KINDS[kind](sheet, slug);
}
