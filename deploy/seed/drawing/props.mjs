// Props, which give the scale of the furniture.
import { INK, darker } from "./sheet.mjs";

const CLAY = "#C98F6C";
const CREAM = "#F4F1EA";
const CLOTHES = ["#4F5B52", "#C9B79C", "#8C4B3A", "#E6DFD2", "#5A5F69", "#A88F6E", "#76856F"];

/** Draws a potted plant; `x` is the middle of the pot, `y` its foot, `size` the height in pixels. */
export function plant(sheet, x, y, size) {
  const top = y - size * 0.26;
  const leaf = (angle, length, tone) => {
    const tipX = x + Math.sin(angle) * length;
    const tipY = top - Math.cos(angle) * length;
    const sideX = Math.cos(angle) * length * 0.11;
    const sideY = Math.sin(angle) * length * 0.11;
    const middleX = (x + tipX) / 2;
    const middleY = (top + tipY) / 2;
    sheet.path(`M${x} ${top}Q${middleX - sideX} ${middleY - sideY} ${tipX} ${tipY}Q${middleX + sideX} ${middleY + sideY} ${x} ${top}Z`, tone, { stroke: true, line: 1.2 });
  };
  for (const [angle, length, tone] of [[-1.0, 0.5, "#4F6A4E"], [1.0, 0.5, "#4F6A4E"], [-0.6, 0.66, "#5F7B5A"], [0.62, 0.62, "#5F7B5A"], [-0.25, 0.72, "#46603F"], [0.28, 0.74, "#46603F"], [0.02, 0.6, "#6C8864"]]) {
    leaf(angle, length * size, tone);
  }
  sheet.polygon([[x - size * 0.17, top], [x + size * 0.17, top], [x + size * 0.13, y], [x - size * 0.13, y]], CREAM, { stroke: true });
}

/** Draws a vase with a dry branch. */
export function vase(sheet, x, y, size, branch = true) {
  const w = size * 0.2;
  if (branch) {
    sheet.path(`M${x} ${y - size * 0.5}Q${x - 4} ${y - size * 0.8} ${x - w} ${y - size}M${x} ${y - size * 0.5}Q${x + 6} ${y - size * 0.75} ${x + w} ${y - size * 0.92}`, "none", { stroke: INK });
    for (const [dx, dy] of [[-1, 1], [-0.6, 0.84], [1, 0.92], [0.62, 0.8], [0.1, 0.74]]) sheet.circle(x + w * dx, y - size * dy, size * 0.03, CLAY, { stroke: true, line: 1.2 });
  }
  const h = branch ? size * 0.52 : size;
  const r = branch ? w : size * 0.32;
  sheet.path(`M${x - r * 0.4} ${y - h}H${x + r * 0.4}V${y - h * 0.86}Q${x + r * 1.5} ${y - h * 0.5} ${x + r * 0.6} ${y}H${x - r * 0.6}Q${x - r * 1.5} ${y - h * 0.5} ${x - r * 0.4} ${y - h * 0.86}Z`, CREAM, { stroke: true });
}

/** Draws a three-legged stool, 45 cm to the seat; `scale` is in pixels per millimetre. */
export function stool(sheet, x, y, scale, height = 450) {
  const h = height * scale;
  const w = 170 * scale;
  for (const [from, to] of [[-0.6, -0.9], [0.6, 0.9], [0, 0.05]]) sheet.line(x + w * from, y - h, x + w * to, y, INK, 26 * scale + 3);
  for (const [from, to] of [[-0.6, -0.9], [0.6, 0.9], [0, 0.05]]) sheet.line(x + w * from, y - h, x + w * to, y, "#D3AF82", 26 * scale);
  sheet.rect(x - w, y - h - 34 * scale, 2 * w, 38 * scale, "#D3AF82", { stroke: true, radius: 5 });
}

/** Draws a floor lamp, 150 cm high. */
export function lamp(sheet, x, y, scale) {
  const h = 1500 * scale;
  sheet.line(x, y, x, y - h, INK, 4);
  sheet.rect(x - 110 * scale, y - 8, 220 * scale, 8, INK, { radius: 3 });
  sheet.polygon([[x - 110 * scale, y - h - 190 * scale], [x + 110 * scale, y - h - 190 * scale], [x + 190 * scale, y - h + 90 * scale], [x - 190 * scale, y - h + 90 * scale]], "#F7F2E6", { stroke: true });
}

/** Draws a ball and two blocks. */
export function toys(sheet, x, y, scale) {
  sheet.circle(x + 150 * scale, y - 90 * scale, 90 * scale, CLAY, { stroke: true });
  sheet.rect(x - 130 * scale, y - 130 * scale, 130 * scale, 130 * scale, "#D3AF82", { stroke: true });
  sheet.rect(x - 100 * scale, y - 240 * scale, 110 * scale, 110 * scale, "#96A48C", { stroke: true });
}

/** Draws a lamp that hangs from the ceiling; `y` is its lower rim. */
export function pendant(sheet, x, y, size) {
  sheet.line(x, 0, x, y - size * 0.6, INK, 2.5);
  sheet.path(`M${x - size * 0.5} ${y}Q${x - size * 0.45} ${y - size * 0.6} ${x} ${y - size * 0.65}Q${x + size * 0.45} ${y - size * 0.6} ${x + size * 0.5} ${y}Z`, "#F7F4EC", { stroke: true });
  sheet.line(x - size * 0.5, y, x + size * 0.5, y, INK, 3);
}

/** Draws garments on a rail, from `x` to `x + width`, hanging from `y`, at most `drop` pixels long. */
export function clothes(sheet, x, y, width, drop, shift = 0) {
  const step = Math.max(17, width / 8);
  const count = Math.max(2, Math.floor((width * 0.82) / step));
  const start = x + (width - count * step) / 2;
  for (let index = 0; index < count; index += 1) {
    const tone = CLOTHES[(index * 3 + shift) % CLOTHES.length];
    const left = start + index * step;
    const length = drop * (0.72 + ((index * 7 + shift * 3) % 5) * 0.065);
    const right = left + step - 2;
    const middle = (left + right) / 2;
    sheet.polygon([[left, y + 26], [middle, y + 8], [right, y + 26], [right, y + length], [left, y + length]], tone, { stroke: true, line: 1.2 });
  }
}

/** Draws folded clothes on a shelf whose top is at `y`. */
export function folded(sheet, x, y, width, room, shift = 0) {
  const each = Math.min(12, room / 6);
  const stacks = width > 130 ? 2 : 1;
  const w = Math.min(90, (width / stacks) * 0.66);
  for (let stack = 0; stack < stacks; stack += 1) {
    const count = 2 + ((stack + shift) % 3);
    const left = x + (width / stacks) * (stack + 0.5) - w / 2;
    for (let index = 0; index < count; index += 1) {
      sheet.rect(left, y - each * (index + 1), w - (index % 2) * 4, each, CLOTHES[(index * 2 + stack + shift) % CLOTHES.length], { stroke: true, line: 1.2 });
    }
  }
}

/** Draws a box with a lid. */
export function box(sheet, x, y, width, height) {
  sheet.rect(x, y - height, width, height, "#D9CDB8", { stroke: true, line: 1.2 });
  sheet.rect(x - 2, y - height, width + 4, height * 0.3, darker("#D9CDB8", 0.08), { stroke: true, line: 1.2 });
}

/** Draws bowls and a jug on a kitchen shelf; `scale` is in pixels per millimetre. */
export function dishes(sheet, x, y, width, scale, shift = 0) {
  const step = 260 * scale;
  for (let index = 0; (index + 0.7) * step < width; index += 1) {
    const middle = x + (index + 0.5) * step;
    const kind = (index + shift) % 3;
    if (kind === 0) sheet.path(`M${middle - 80 * scale} ${y - 80 * scale}H${middle + 80 * scale}Q${middle + 60 * scale} ${y} ${middle} ${y}Q${middle - 60 * scale} ${y} ${middle - 80 * scale} ${y - 80 * scale}Z`, "#8FA08D", { stroke: true, line: 1.4 });
    if (kind === 1) vase(sheet, middle, y, 210 * scale, false);
    if (kind === 2) {
      sheet.rect(middle - 75 * scale, y - 110 * scale, 65 * scale, 110 * scale, CLAY, { stroke: true, line: 1.4 });
      sheet.rect(middle + 5 * scale, y - 140 * scale, 65 * scale, 140 * scale, CREAM, { stroke: true, line: 1.4 });
    }
  }
}
