// Draws the pieces of category 3 (benches, tables, planters, screens) on an oblique sheet, in millimetres.

const LEG = 60;
/** Cell of a large lattice, which keeps the file small. */
const WIDE_CELL = 230;

/** Draws legs at the four corners, `inset` from the sides: the far ones first, so that the near ones cover them. */
function legs(sheet, top, { inset = 0, leg = LEG } = {}) {
  const { width, depth } = sheet.size;
  for (const y of [depth - inset - leg, inset]) {
    for (const x of [inset, width - inset - leg]) sheet.body(x, x + leg, 0, top, y, y + leg);
  }
}

/** Draws boards that lie side by side from the front to the back. */
function boards(sheet, count, z) {
  const { width, depth } = sheet.size;
  for (let board = 1; board < count; board += 1) sheet.line([0, (board * depth) / count, z], [width, (board * depth) / count, z]);
}

function top(sheet, thick, count) {
  const { width, depth, height } = sheet.size;
  sheet.body(0, width, height - thick, height, 0, depth);
  boards(sheet, count, height);
}

function table(sheet, { inset = 60, count = 6, leg = LEG } = {}) {
  const { width, depth, height } = sheet.size;
  legs(sheet, height - 26, { inset, leg });
  sheet.front(inset + leg, width - inset - leg, height - 96, height - 26, inset);
  sheet.line([width - inset, inset + leg, height - 96], [width - inset, depth - inset - leg, height - 96]);
  top(sheet, 26, count);
}

function trestle(sheet, { inset, count, thick }) {
  const { width, depth, height } = sheet.size;
  for (const x of [width - inset - 36, inset]) sheet.body(x, x + 36, 0, height - thick, depth * 0.12, depth * 0.88);
  sheet.body(inset - 80, width - inset + 80, height * 0.4, height * 0.4 + 62, depth / 2 - 17, depth / 2 + 17);
  sheet.body(inset, inset + 36, 0, height - thick, depth * 0.12, depth * 0.5);
  top(sheet, thick, count);
}

function bench(sheet) {
  const { width, depth, height } = sheet.size;
  const [seat, arm] = [456, 663];
  for (const x of [0.06, 0.5, 0.94]) sheet.body(width * x - 35, width * x + 35, 0, height, depth - LEG, depth);
  for (let board = 0; board < 3; board += 1) sheet.body(50, width - 50, 512 + board * 118, 607 + board * 118, depth - 90, depth - 65);
  for (const x of [0.06, 0.5, 0.94]) sheet.body(width * x - 35, width * x + 35, 0, seat - 26, 50, 50 + LEG);
  sheet.body(0, width, seat - 26, seat, 0, depth - 95);
  for (let board = 1; board < 5; board += 1) sheet.line([0, (board * (depth - 95)) / 5, seat], [width, (board * (depth - 95)) / 5, seat]);
  for (const x of [0.06, 0.94]) {
    sheet.body(width * x - 30, width * x + 30, seat, arm - 28, 50, 105);
    sheet.body(width * x - 40, width * x + 40, arm - 28, arm, 0, depth - 60);
  }
}

function chair(sheet) {
  const { width, depth, height } = sheet.size;
  const [seat, arm] = [423, 650];
  for (const x of [0, width - 30]) sheet.body(x, x + 30, 0, height, depth - 45, depth);
  for (let board = 0; board < 5; board += 1) sheet.body(30, width - 30, 492 + board * 78, 547 + board * 78, depth - 60, depth - 46);
  for (const x of [0, width - 30]) sheet.body(x, x + 30, 0, seat - 16, 50, 95);
  sheet.body(0, width, seat - 16, seat, 0, depth - 60);
  for (let board = 1; board < 9; board += 1) sheet.line([0, (board * (depth - 60)) / 9, seat], [width, (board * (depth - 60)) / 9, seat]);
  for (const x of [0, width - 30]) {
    sheet.body(x, x + 30, seat, arm - 20, 50, 95);
    sheet.body(x - 10, x + 40, arm - 20, arm, 0, depth - 45);
  }
}

function stool(sheet) {
  const { width, depth, height } = sheet.size;
  for (const y of [depth - 60, 30]) for (const x of [25, width - 65]) sheet.body(x, x + 40, 0, height - 34, y, y + 40);
  sheet.line([45, 30, height * 0.36], [width - 45, 30, height * 0.36]);
  top(sheet, 34, 3);
}

function hallBench(sheet) {
  const { width, depth } = sheet.size;
  for (const x of [37, width - 83]) sheet.body(x, x + 45, 0, 436, depth - 57, depth - 12);
  sheet.body(37, width - 37, 145, 163, 12, depth - 12);
  for (const x of [37, width - 83]) sheet.body(x, x + 45, 0, 436, 12, 57);
  sheet.front(82, width - 83, 366, 436, 12);
  top(sheet, 24, 5);
}

function console(sheet) {
  const { width, depth, height } = sheet.size;
  legs(sheet, height - 26, { inset: 15, leg: 40 });
  sheet.body(15, width - 15, 160, 178, 12, depth - 12);
  for (const x of [15, width - 55]) sheet.body(x, x + 40, 0, height - 26, 15, 55);
  sheet.lattice(55, width - 55, height - 196, height - 26, 25);
  top(sheet, 26, 1);
}

function roundTable(sheet) {
  const { width, depth, height } = sheet.size;
  const [x, y] = [width / 2, depth / 2];
  for (const [dx, dy] of [[0, 300], [-300, 0], [300, 0], [0, -300]]) sheet.body(x + dx - 30, x + dx + 30, 0, height - 30, y + dy - 30, y + dy + 30);
  const circle = (z) => Array.from({ length: 48 }, (_, step) => [x + (Math.cos((Math.PI * step) / 24) * width) / 2, y + (Math.sin((Math.PI * step) / 24) * depth) / 2, z]);
  sheet.face(...circle(height - 30));
  sheet.face(...circle(height));
  for (let board = 1; board < 7; board += 1) {
    const across = (board * depth) / 7;
    const half = Math.sqrt((depth / 2) ** 2 - (across - y) ** 2) * (width / depth);
    sheet.line([x - half, across, height], [x + half, across, height]);
  }
}

/** Draws a table whose boards lie across. */
function lowTable(sheet) {
  const { width, depth, height } = sheet.size;
  table(sheet, { inset: 60, count: 1 });
  for (let board = 1; board < 11; board += 1) sheet.line([(board * width) / 11, 0, height], [(board * width) / 11, depth, height]);
}

/** Draws a box of boards between four posts, from `low` to the top. */
function planter(sheet, low, count) {
  const { width, depth, height } = sheet.size;
  legs(sheet, height, { leg: 50 });
  sheet.body(50, width - 50, low, height - 25, 14, depth - 14);
  for (let board = 1; board < count; board += 1) {
    const z = low + (board * (height - 25 - low)) / count;
    sheet.line([50, 14, z], [width - 50, 14, z]);
  }
  if (low > 100) sheet.body(50, width - 50, 190, 208, 14, depth - 14);
  for (const x of [0, width - 50]) sheet.body(x, x + 50, 0, height, 0, 50);
}

function screen(sheet) {
  const { width, depth, height } = sheet.size;
  const bay = (width - 180) / 3;
  for (let post = 0; post <= 3; post += 1) {
    const x = 90 + post * bay;
    sheet.body(x - 40, x + 40, 0, height - 40, depth / 2 - 40, depth / 2 + 40);
    if (post === 3) continue;
    sheet.front(x + 40, x + bay - 40, 100, 428, depth / 2 - 16);
    sheet.line([x + 40, depth / 2 - 16, 264], [x + bay - 40, depth / 2 - 16, 264]);
    sheet.lattice(x + 40, x + bay - 40, 450, height - 60, depth / 2 - 16, WIDE_CELL);
  }
  sheet.body(0, width, height - 40, height, depth / 2 - 65, depth / 2 + 65);
}

function arbour(sheet) {
  const { width, depth, height } = sheet.size;
  const [eave, edge] = [2170, 420];
  const [near, far, left, right] = [edge, depth - edge, edge, width - edge];
  sheet.lattice(left, right, 860, 2030, far, WIDE_CELL);
  sheet.front(left, right, 120, 832, far);
  for (const [x, y] of [[left, far], [right, far], [left, near], [right, near]]) sheet.body(x - 60, x + 60, 0, eave, y - 60, y + 60);
  const tip = [width / 2, depth / 2, height];
  sheet.face([width, 0, eave], [width, depth, eave], tip);
  sheet.face([0, 0, eave], [width, 0, eave], tip);
}

const PIECES = {
  bench,
  "wedged-bench": (sheet) => trestle(sheet, { inset: 220, count: 2, thick: 38 }),
  "hall-bench": hallBench,
  table: (sheet) => table(sheet, { inset: 125, count: 8, leg: 70 }),
  trestle: (sheet) => trestle(sheet, { inset: 320, count: 4, thick: 34 }),
  stool,
  chair,
  screen,
  planter: (sheet) => planter(sheet, 50, 5),
  "raised-planter": (sheet) => planter(sheet, 450, 3),
  console,
  "low-table": lowTable,
  "round-table": roundTable,
  arbour,
};

/** Whether a product is a piece, not a joint or a fitting. */
export const isPiece = ({ drawing }) => drawing.piece !== undefined;

/** The kinds that can be drawn. */
export const pieceKinds = Object.keys(PIECES);

/** Draws a piece on a sheet of its size. */
export function piece(sheet, { drawing }) {
  PIECES[drawing.piece](sheet);
}
