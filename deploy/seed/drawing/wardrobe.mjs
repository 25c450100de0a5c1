// Wardrobes: the overall view in a room, the inside with open doors, or a close-up of the lattice.
import { FLOOR, INK, WIDTH, darker, lighter } from "./sheet.mjs";
import { box, clothes, folded, lamp, plant, stool, toys, vase } from "./props.mjs";

const BASE = FLOOR + 36;
const LEG = { feet: 60, tall: 150, plinth: 80, frame: 0 };

/** Returns the position of the case and the heights of its parts, in pixels; `scale` is pixels per millimetre. */
function layout(product, largest) {
  const { width, height } = product.sizeMm;
  const { drawing } = product;
  const scale = Math.min(largest, 790 / width, 850 / height);
  const beside = { plant: 150, lamp: 110, stool: 120, vase: 90, toy: 110 }[drawing.prop] ?? 0;
  const w = width * scale;
  const shift = Math.max(0, Math.min(beside * 0.5, (WIDTH - w) / 2 - 60 - beside * 0.5));
  const x = (WIDTH - w) / 2 - shift;
  const leg = (LEG[drawing.legs] ?? 60) * scale;
  const top = BASE - height * scale;
  const board = Math.max(6, 24 * scale);
  const bottom = BASE - leg;
  const rows = drawing.stack ? drawing.drawers : drawing.drawers ? 1 : 0;
  const drawerHeight = drawing.drawers ? (drawing.stack ? 210 : Math.min(400, height * 0.19)) * scale : 0;
  const flapHeight = drawing.flaps ? 700 * scale : 0;
  const topHeight = drawing.topboxes ? 460 * scale : 0;
  return {
    scale, x, top, w, leg, board, bottom, drawerHeight, rows,
    innerX: x + board, innerW: w - 2 * board,
    doorTop: top + board + topHeight,
    doorBottom: bottom - board - rows * drawerHeight - flapHeight,
    topHeight, flapHeight,
  };
}

function legs(sheet, product, at) {
  const { drawing } = product;
  const { x, w, leg, bottom, scale } = at;
  if (drawing.legs === "plinth") {
    sheet.rect(x + 12, bottom, w - 24, leg, darker(at.colour, 0.5), { stroke: true });
  } else if (leg > 0) {
    const tone = drawing.legs === "tall" ? at.colour : sheet.swatch(drawing.metal ?? "black");
    const wide = (drawing.legs === "tall" ? 60 : 44) * scale;
    for (const [left, lean] of [[x + w * 0.06, -1], [x + w * 0.94 - wide, 1]]) {
      sheet.polygon([[left, bottom], [left + wide, bottom], [left + wide * 0.8 + lean * 4, BASE], [left + wide * 0.2 + lean * 4, BASE]], tone, { stroke: true });
    }
  }
}

function shadow(sheet, at) {
  const { x, w, top } = at;
  sheet.polygon([[x + w, top + 40], [x + w + 34, top + 74], [x + w + 34, FLOOR], [x + w, FLOOR]], INK, { opacity: 0.09 });
  sheet.polygon([[x + 6, BASE], [x + w + 60, BASE], [x + w + 34, FLOOR], [x + 30, FLOOR]], INK, { opacity: 0.13 });
}

function handle(sheet, drawing, x, y, length, scale, turned = false) {
  const tone = sheet.swatch(drawing.metal ?? "black");
  if (drawing.handle === "knob") return sheet.circle(x, y, Math.max(6, 22 * scale), tone, { stroke: true });
  if (drawing.handle !== "bar") return undefined;
  const thick = Math.max(5, 15 * scale);
  return turned
    ? sheet.rect(x - length / 2, y - thick / 2, length, thick, tone, { stroke: true, line: 1.2, radius: 2 })
    : sheet.rect(x - thick / 2, y - length / 2, thick, length, tone, { stroke: true, line: 1.2, radius: 2 });
}

function door(sheet, product, slug, at, x, width, index, count) {
  const { drawing } = product;
  const { doorTop: y, doorBottom, scale } = at;
  const height = doorBottom - y;
  const stile = Math.min(75 * scale, width * 0.2);
  const inset = [x + stile, y + stile, width - 2 * stile, height - 2 * stile];
  sheet.rect(x, y, width, height, "none", { stroke: true });
  if (drawing.lattice) {
    sheet.lattice(...inset, slug, inset[2] / Math.max(2, Math.round(inset[2] / (140 * scale))));
  } else if (drawing.glass) {
    sheet.rect(...inset, "#6E6558", { stroke: true });
    clothes(sheet, inset[0] + 6, inset[1] + 50, inset[2] - 12, inset[3] * 0.55, index);
    sheet.rect(...inset, "#F6EAD2", { opacity: 0.35 });
    sheet.polygon([[inset[0] + inset[2] * 0.5, inset[1]], [inset[0] + inset[2] * 0.85, inset[1]], [inset[0] + inset[2] * 0.2, inset[1] + inset[3]], [inset[0], inset[1] + inset[3]], [inset[0], inset[1] + inset[3] * 0.7]], "#FFFFFF", { opacity: 0.22 });
  } else if (drawing.arch) {
    const [left, top, w, h] = inset;
    sheet.path(`M${left} ${top + h}V${top + w / 2}A${w / 2} ${w / 2} 0 0 1 ${left + w} ${top + w / 2}V${top + h}Z`, lighter(at.colour, 0.1), { stroke: true });
  } else if (drawing.frame) {
    sheet.rect(...inset, lighter(at.colour, 0.12), { stroke: true });
    sheet.grain(...inset, slug);
  } else if (drawing.mirror && index === Math.floor(count / 2)) {
    sheet.rect(x + 8, y + 8, width - 16, height - 16, "#DCE3E2", { stroke: true });
    sheet.polygon([[x + width * 0.55, y + 8], [x + width * 0.8, y + 8], [x + width * 0.3, doorBottom - 8], [x + 8, doorBottom - 8], [x + 8, doorBottom - height * 0.12]], "#FFFFFF", { opacity: 0.5 });
  }
  if (drawing.handle === "groove") {
    const left = drawing.sliding ? (index === count - 1 ? x + width - 26 * scale - 14 : x + 14) : index % 2 ? x + 10 : x + width - 10 - 26 * scale;
    sheet.rect(left, y + height * 0.42, 26 * scale, height * 0.16, darker(at.colour, 0.45), { stroke: true, line: 1.2, radius: 3 });
  } else {
    const right = count === 1 || (index % 2 === 0 && index !== count - 1);
    const edge = Math.min(34 * scale + 6, stile * 0.55 + 4);
    handle(sheet, drawing, right ? x + width - edge : x + edge, y + height * 0.55, 280 * scale, scale);
  }
}

function drawerFronts(sheet, product, slug, at) {
  const { drawing } = product;
  if (!drawing.drawers) return;
  const columns = drawing.stack ? 1 : drawing.drawers;
  const width = at.innerW / columns;
  for (let row = 0; row < at.rows; row += 1) {
    const y = at.bottom - at.board - (at.rows - row) * at.drawerHeight;
    for (let column = 0; column < columns; column += 1) {
      const x = at.innerX + column * width;
      sheet.board(x, y, width, at.drawerHeight, slug, { turned: true, colour: at.colour });
      const wide = drawing.stack ? [0.25, 0.75] : [0.5];
      for (const place of drawing.handle === "knob" ? wide : [0.5]) {
        handle(sheet, drawing, x + width * place, y + at.drawerHeight * 0.38, Math.min(240 * at.scale, width * 0.4), at.scale, true);
      }
    }
  }
}

function carcass(sheet, product, slug, at) {
  shadow(sheet, at);
  legs(sheet, product, at);
  sheet.board(at.x, at.top, at.w, at.bottom - at.top, slug, { colour: at.colour, line: 2.5 });
  sheet.rect(at.innerX, at.top + at.board, at.innerW, at.bottom - at.top - 2 * at.board, "none", { stroke: true, line: 1.2 });
}

function beside(sheet, product, at) {
  const { prop } = product.drawing;
  const x = at.x + at.w;
  if (prop === "plant") plant(sheet, Math.min(x + 78, 870), BASE + 22, 330);
  if (prop === "lamp") lamp(sheet, Math.min(x + 90, 870), BASE + 8, at.scale);
  if (prop === "stool") stool(sheet, Math.min(x + 88, 880), BASE + 26, at.scale);
  if (prop === "vase") vase(sheet, Math.min(x + 70, 890), BASE + 10, 330);
  if (prop === "toy") toys(sheet, x + 70, BASE + 12, at.scale);
  if (prop === "topvase") {
    vase(sheet, at.x + at.w * 0.2, at.top, 250);
    sheet.rect(at.x + at.w * 0.62, at.top - 26, 150, 26, "#C9B79C", { stroke: true });
    sheet.rect(at.x + at.w * 0.64, at.top - 46, 126, 20, "#76856F", { stroke: true });
  }
}

function nook(sheet, at, slug) {
  const width = at.innerW * 0.5;
  const x = at.innerX + width;
  const seat = at.bottom - at.board - 430 * at.scale;
  sheet.rect(x, at.doorTop, width, at.doorBottom - at.doorTop, darker(at.colour, 0.22), { stroke: true });
  const shelf = at.doorTop + 300 * at.scale;
  box(sheet, x + width * 0.2, shelf, width * 0.45, 90 * at.scale * 2);
  sheet.rect(x, shelf, width, at.board, at.colour, { stroke: true });
  for (let index = 0; index < 5; index += 1) sheet.line(x + width * (0.12 + index * 0.19), shelf + 70 * at.scale, x + width * (0.12 + index * 0.19), shelf + 110 * at.scale, INK, 5);
  sheet.path(`M${x + width * 0.31} ${shelf + 100 * at.scale}l-34 44v${520 * at.scale}h68v${-520 * at.scale}Z`, "#4F5B52", { stroke: true });
  sheet.path(`M${x + width * 0.69} ${shelf + 100 * at.scale}l-28 40v${380 * at.scale}h56v${-380 * at.scale}Z`, "#C98F6C", { stroke: true });
  sheet.board(x, seat, width, at.board * 1.6, slug, { turned: true, colour: at.colour });
  for (const place of [0.28, 0.66]) {
    const left = x + width * place - 40 * at.scale;
    const floor = at.bottom - at.board;
    sheet.path(`M${left} ${floor}v${-210 * at.scale}h${70 * at.scale}v${140 * at.scale}l${60 * at.scale} ${30 * at.scale}v${40 * at.scale}Z`, "#5A4A3C", { stroke: true, line: 1.4 });
  }
}

function openFrame(sheet, product, slug, at) {
  const metal = sheet.swatch(product.drawing.metal);
  const { x, w, top, scale, foot = BASE } = at;
  const split = x + w * 0.65;
  const rail = top + 120 * scale;
  if (foot === BASE) shadow(sheet, at);
  clothes(sheet, x + 20, rail, split - x - 40, 1150 * scale, 1);
  sheet.line(x, rail, split, rail, INK, 7);
  for (const share of [0.12, 0.34, 0.56, 0.78]) {
    const y = top + (foot - top) * share;
    folded(sheet, split + 8, y, x + w - split - 16, 200 * scale, Math.round(share * 9));
    sheet.board(split, y, x + w - split, 20 * scale + 4, slug, { turned: true });
  }
  const low = foot - 130 * scale;
  box(sheet, x + w * 0.08, low, w * 0.24, 200 * scale);
  box(sheet, x + w * 0.37, low, w * 0.2, 150 * scale);
  sheet.board(x, low, w, 20 * scale + 4, slug, { turned: true });
  for (const left of [x, split - 5, x + w - 11]) sheet.rect(left, top, 11, foot - top, metal, { stroke: true, line: 1.2 });
  sheet.rect(x, top, w, 11, metal, { stroke: true, line: 1.2 });
}

/** Draws picture 1: closed, in the room. */
export function overallView(sheet, product, slug) {
  const { drawing } = product;
  const at = layout(product, 0.37);
  at.colour = sheet.swatch(slug);
  sheet.room();
  if (drawing.builtin) {
    sheet.rect(0, 0, WIDTH, at.top, "#F6F4EF");
    sheet.line(0, at.top, WIDTH, at.top, "#8A8475");
  }
  if (drawing.corner) sheet.line(at.x + at.w / 2, 0, at.x + at.w / 2, at.top, "#8A8475");
  if (drawing.openFrame) {
    openFrame(sheet, product, slug, at);
    beside(sheet, product, at);
    return;
  }
  if (drawing.slope) return sloped(sheet, product, slug, at);
  carcass(sheet, product, slug, at);
  if (drawing.corner) cornerSides(sheet, at);
  if (drawing.topboxes) {
    const width = at.innerW / drawing.doors;
    for (let index = 0; index < drawing.doors; index += 1) {
      sheet.rect(at.innerX + index * width, at.top + at.board, width, at.topHeight, "none", { stroke: true });
      handle(sheet, drawing, at.innerX + (index + 0.5) * width, at.doorTop - 50 * at.scale, 130 * at.scale, at.scale, true);
    }
  }
  const inset = drawing.corner ? at.innerW * 0.2 : 0;
  const span = drawing.nook ? at.innerW * 0.5 : at.innerW - 2 * inset;
  if (drawing.midDrawers) {
    const third = at.innerW / 3;
    door(sheet, product, slug, at, at.innerX, third, 0, 1);
    door(sheet, product, slug, at, at.innerX + 2 * third, third, 1, 3);
    const each = (at.doorBottom - at.doorTop) / drawing.midDrawers;
    for (let row = 0; row < drawing.midDrawers; row += 1) {
      sheet.board(at.innerX + third, at.doorTop + row * each, third, each, slug, { turned: true });
      handle(sheet, drawing, at.innerX + third * 1.5, at.doorTop + (row + 0.4) * each, 0, at.scale);
    }
  } else {
    const width = span / drawing.doors;
    for (let index = 0; index < drawing.doors; index += 1) door(sheet, product, slug, at, at.innerX + inset + index * width, width, index, drawing.doors);
  }
  if (drawing.sliding) {
    sheet.rect(at.innerX, at.doorTop, at.innerW, 10, darker(at.colour, 0.4), { stroke: true, line: 1.2 });
    sheet.rect(at.innerX, at.doorBottom - 8, at.innerW, 8, darker(at.colour, 0.4), { stroke: true, line: 1.2 });
  }
  if (drawing.nook) nook(sheet, at, slug);
  drawerFronts(sheet, product, slug, at);
  for (let index = 0; index < (drawing.flaps ?? 0); index += 1) {
    const each = at.flapHeight / drawing.flaps;
    const y = at.doorBottom + index * each;
    sheet.board(at.innerX, y, at.innerW, each, slug, { turned: true });
    sheet.rect(at.innerX + at.innerW * 0.38, y + 12, at.innerW * 0.24, 14, darker(at.colour, 0.45), { stroke: true, line: 1.2, radius: 3 });
  }
  beside(sheet, product, at);
}

/** Draws the two slanted sides of a corner wardrobe, seen from the room. */
function cornerSides(sheet, at, covered = false) {
  const inset = at.innerW * 0.2 + at.board;
  for (const x of [at.x, at.x + at.w - inset]) {
    if (covered) sheet.rect(x, at.top, inset, at.bottom - at.top, at.colour);
    sheet.rect(x, at.top, inset, at.bottom - at.top, INK, { opacity: x === at.x ? 0.06 : 0.16 });
    sheet.rect(x, at.top, inset, at.bottom - at.top, "none", { stroke: true });
  }
}

/** Returns the slope under the roof: `edge(x)` is flat for a third, then falls to `low`. */
function slopeOf(drawing, at) {
  const low = at.bottom - (at.bottom - at.top) * drawing.slope;
  const from = at.x + at.w * 0.34;
  return { low, edge: (x) => at.top + ((low - at.top) * Math.max(0, x - from)) / (at.w * 0.66) };
}

function sloped(sheet, product, slug, at) {
  const { drawing } = product;
  const { low, edge } = slopeOf(drawing, at);
  const right = at.x + at.w;
  const outline = [[at.x, at.top], [at.x + at.w * 0.34, at.top], [right, low], [right, at.bottom], [at.x, at.bottom]];
  sheet.polygon([[at.x + at.w * 0.34 - 330, at.top - 247], [at.x + at.w * 0.34, at.top], [WIDTH, edge(WIDTH)], [WIDTH, 0], [0, 0]], "#F6F4EF", { stroke: "#8A8475" });
  legs(sheet, product, at);
  sheet.polygon(outline, at.colour, { stroke: true, line: 2.5 });
  sheet.polygon(outline, sheet.isWood(slug) ? sheet.grainFill(slug) : "none", {});
  const width = at.innerW / drawing.doors;
  for (let index = 0; index < drawing.doors; index += 1) {
    const left = at.innerX + index * width;
    const points = [[left, edge(left) + at.board], [left + width, edge(left + width) + at.board], [left + width, at.bottom - at.board], [left, at.bottom - at.board]];
    if (index === 0) points.splice(1, 0, [at.x + at.w * 0.34, at.top + at.board]);
    sheet.polygon(points, "none", { stroke: true });
    handle(sheet, drawing, index === 0 ? left + width - 22 : left + 22, at.bottom - (at.bottom - low) * 0.5, 260 * at.scale, at.scale);
  }
}

function bay(sheet, kind, x, width, at, index) {
  const { doorTop: top, doorBottom: bottom, scale } = at;
  const height = bottom - top;
  if (kind === "shelves") {
    for (let shelf = 1; shelf <= 5; shelf += 1) {
      const y = top + (height * shelf) / 5;
      folded(sheet, x + 6, y, width - 12, height / 5, shelf + index);
      if (shelf < 5) sheet.rect(x, y, width, at.board * 0.8, at.colour, { stroke: true, line: 1.4 });
    }
    return;
  }
  const shelf = top + Math.min(330 * scale, height * 0.2);
  box(sheet, x + width * 0.16, shelf, width * 0.5, (shelf - top) * 0.6);
  sheet.rect(x, shelf, width, at.board * 0.8, at.colour, { stroke: true, line: 1.4 });
  const rail = shelf + at.board + 24 * scale;
  clothes(sheet, x + 8, rail, width - 16, Math.min(1250 * scale, (bottom - rail) * 0.9), index);
  sheet.line(x, rail, x + width, rail, INK, 6);
}

/** Draws picture 2 of a wardrobe with doors: its inside, with the doors open. */
export function interior(sheet, product, slug) {
  const { drawing } = product;
  const at = layout({ ...product, drawing: { ...drawing, prop: "none" } }, 0.37);
  at.colour = sheet.swatch(slug);
  sheet.room();
  carcass(sheet, product, slug, at);
  if (drawing.flaps) at.doorBottom = at.bottom - at.board;
  sheet.rect(at.innerX, at.doorTop, at.innerW, at.doorBottom - at.doorTop, darker(at.colour, 0.42), { stroke: true });
  const bays = drawing.bays.filter((kind) => kind !== "hooks");
  const inset = drawing.corner ? at.innerW * 0.2 : 0;
  const width = (drawing.nook ? at.innerW * 0.5 : at.innerW - 2 * inset) / bays.length;
  bays.forEach((kind, index) => bay(sheet, kind, at.innerX + inset + index * width, width, at, index));
  if (drawing.nook) nook(sheet, at, slug);
  if (drawing.corner) cornerSides(sheet, at, true);
  for (let index = 1; index < bays.length; index += 1) sheet.rect(at.innerX + inset + index * width - at.board / 2, at.doorTop, at.board, at.doorBottom - at.doorTop, at.colour, { stroke: true, line: 1.4 });
  if (drawing.topboxes) {
    sheet.rect(at.innerX, at.top + at.board, at.innerW, at.topHeight, darker(at.colour, 0.42), { stroke: true });
    for (let index = 0; index < bays.length; index += 1) box(sheet, at.innerX + (index + 0.18) * width, at.doorTop, width * 0.6, at.topHeight * (index % 2 ? 0.5 : 0.7));
    sheet.rect(at.innerX, at.doorTop - at.board / 2, at.innerW, at.board, at.colour, { stroke: true, line: 1.4 });
  }
  drawerFronts(sheet, product, slug, at);
  if (drawing.slope) {
    const { low, edge } = slopeOf(drawing, at);
    const from = at.x + at.w * 0.34;
    sheet.polygon([[from - 330, at.top - 247], [from, at.top], [WIDTH, edge(WIDTH)], [WIDTH, 0], [0, 0]], "#F6F4EF", { stroke: "#8A8475" });
    sheet.polygon([[at.x, at.top], [from, at.top], [at.x + at.w, low], [at.x + at.w, low + at.board], [from, at.top + at.board], [at.x, at.top + at.board]], at.colour, { stroke: true });
    return;
  }
  if (drawing.sliding) {
    const panel = at.innerW / drawing.doors;
    sheet.board(at.innerX + at.innerW - panel, at.doorTop, panel, at.doorBottom - at.doorTop, slug);
    sheet.rect(at.innerX + at.innerW - panel + 14, at.doorTop + 260 * at.scale * 2, 26 * at.scale, 130, darker(at.colour, 0.45), { stroke: true, radius: 3 });
    return;
  }
  const swing = Math.min(70, at.x - 14);
  for (const [edge, lean] of [[at.x, -1], [at.x + at.w, 1]]) {
    const points = [[edge, at.doorTop], [edge + lean * swing, at.doorTop + 34], [edge + lean * swing, at.doorBottom + 44], [edge, at.doorBottom]];
    sheet.polygon(points, lighter(at.colour, 0.14), { stroke: true });
  }
}

/** Draws picture 2 of a lattice wardrobe: a close-up of one corner of a door. */
export function latticeDetail(sheet, product, slug) {
  const colour = sheet.swatch(slug);
  sheet.rect(0, 0, WIDTH, 1200, "#F0E8DA");
  sheet.lattice(190, 0, 800, 1010, slug, 250, "#F0E8DA");
  sheet.board(0, 0, 190, 1200, slug);
  sheet.board(190, 1010, 780, 190, slug, { turned: true });
  sheet.rect(178, 0, 12, 1010, darker(colour, 0.4));
  sheet.rect(190, 998, 770, 12, darker(colour, 0.4));
  for (const y of [1060, 1120]) sheet.circle(95, y, 13, darker(colour, 0.45), { stroke: true });
  const metal = sheet.swatch(product.drawing.metal ?? "brass");
  if (product.drawing.handle === "knob") sheet.circle(95, 560, 52, metal, { stroke: true, line: 3 });
  else sheet.rect(76, 330, 38, 470, metal, { stroke: true, line: 3, radius: 5 });
}

/** Draws picture 2 of an open frame: a close-up. */
export function closeUp(sheet, product, slug) {
  const at = layout({ ...product, drawing: { ...product.drawing, prop: "none" } }, 0.37);
  const factor = 1.55;
  const foot = 1150;
  const height = product.sizeMm.height * at.scale * factor;
  const close = { ...at, colour: sheet.swatch(slug), scale: at.scale * factor, x: (WIDTH - at.w * factor) / 2, w: at.w * factor, top: foot - height, foot };
  sheet.room();
  openFrame(sheet, product, slug, close);
}

