// Fittings: picture 1 in use, picture 2 a close-up.
import { FLOOR, INK, darker, lighter } from "./sheet.mjs";
import { clothes, dishes } from "./props.mjs";

const screw = (sheet, x, y, radius, colour) => {
  sheet.circle(x, y, radius, darker(colour, 0.12), { stroke: true });
  sheet.path(`M${x - radius * 0.55} ${y - radius * 0.55}L${x + radius * 0.55} ${y + radius * 0.55}M${x + radius * 0.55} ${y - radius * 0.55}L${x - radius * 0.55} ${y + radius * 0.55}`, "none", { stroke: true });
};

function woodScrew(sheet, x, y, length) {
  sheet.polygon([[x - 20, y], [x + 20, y], [x + 9, y + 16], [x + 9, y + length * 0.8], [x, y + length], [x - 9, y + length * 0.8], [x - 9, y + 16]], "#BFC4C6", { stroke: true });
  for (let at = y + 34; at < y + length * 0.85; at += 16) sheet.line(x - 13, at + 6, x + 13, at - 4, INK, 2.5);
}

function dowel(sheet, x, y, w, h, colour) {
  sheet.path(`M${x + 8} ${y}H${x + w - 8}L${x + w} ${y + 14}V${y + h - 14}L${x + w - 8} ${y + h}H${x + 8}L${x} ${y + h - 14}V${y + 14}Z`, colour, { stroke: true });
  for (const share of [0.22, 0.42, 0.62, 0.82]) sheet.line(x + w * share, y + 16, x + w * share, y + h - 16, darker(colour, 0.3), 2);
  sheet.rect(x + w * 0.08, y + 18, w * 0.1, h - 36, lighter(colour, 0.4));
}

function dowels(sheet, slug, near) {
  const colour = sheet.swatch(slug);
  if (near) {
    sheet.board(80, 640, 800, 360, slug, { turned: true });
    for (const x of [200, 420, 640]) {
      dowel(sheet, x, 380, 90, 270, lighter(colour, 0.2));
      sheet.rect(x - 12, 636, 114, 14, darker(colour, 0.5), { radius: 7 });
    }
    return;
  }
  for (let row = 0; row < 2; row += 1) for (let index = 0; index < 6; index += 1) dowel(sheet, 130 + index * 122, 240 + row * 340, 74, 290, lighter(colour, ((index + row) % 3) * 0.12));
}

function cupHinge(sheet, slug, near) {
  const metal = sheet.swatch(slug);
  const wood = near ? null : "oak";
  if (wood) {
    sheet.board(60, 0, 400, 1200, wood);
    sheet.board(500, 0, 60, 1200, "ash");
    sheet.rect(560, 0, 400, 1200, darker(sheet.swatch("oak"), 0.35));
  } else sheet.polygon([[200, 950], [800, 950], [850, 915], [250, 915]], INK, { opacity: 0.1 });
  const s = near ? 1.15 : 1;
  const [x, y] = near ? [270, 560] : [270, 590];
  sheet.rect(x - 70 * s, y - 170 * s, 130 * s, 340 * s, lighter(metal, 0.2), { stroke: true, radius: 26 });
  screw(sheet, x - 5 * s, y - 132 * s, 22 * s, metal);
  screw(sheet, x - 5 * s, y + 132 * s, 22 * s, metal);
  sheet.circle(x, y, 112 * s, metal, { stroke: true });
  sheet.circle(x, y, 88 * s, darker(metal, 0.35), { stroke: true });
  sheet.path(`M${x - 30 * s} ${y - 46 * s}H${x + 230 * s}L${x + 270 * s} ${y - 58 * s}H${x + 450 * s}V${y + 58 * s}H${x + 270 * s}L${x + 230 * s} ${y + 46 * s}H${x - 30 * s}Z`, lighter(metal, 0.12), { stroke: true });
  sheet.line(x + 20 * s, y - 46 * s, x + 20 * s, y + 46 * s);
  sheet.rect(x + 300 * s, y - 150 * s, 90 * s, 92 * s, lighter(metal, 0.2), { stroke: true, radius: 10 });
  sheet.rect(x + 300 * s, y + 58 * s, 90 * s, 92 * s, lighter(metal, 0.2), { stroke: true, radius: 10 });
  for (const dy of [-106, 106]) screw(sheet, x + 345 * s, y + dy * s, 24 * s, metal);
  for (const dx of [310, 400]) screw(sheet, x + dx * s, y, 20 * s, metal);
}

function buttHinge(sheet, slug, near) {
  const metal = sheet.swatch(slug);
  if (!near) {
    sheet.board(0, 0, 472, 1200, "walnut");
    sheet.board(488, 0, 480, 1200, "walnut");
    sheet.rect(472, 0, 16, 1200, "#1A1410");
  }
  const [x, y, w, h] = near ? [480, 300, 290, 560] : [480, 320, 250, 520];
  if (near) sheet.polygon([[200, 860], [770, 860], [820, 830], [250, 830]], INK, { opacity: 0.1 });
  for (const side of [-1, 1]) {
    sheet.rect(side < 0 ? x - w : x, y, w, h, metal, { stroke: true });
    for (const share of [0.14, 0.38, 0.62, 0.86]) screw(sheet, x + side * w * (share === 0.14 || share === 0.86 ? 0.55 : 0.78), y + h * share, 25, metal);
  }
  for (let part = 0; part < 5; part += 1) {
    sheet.rect(x - 30, y + (h * part) / 5, 60, h / 5, lighter(metal, part % 2 ? 0.25 : 0.1), { stroke: true });
    sheet.rect(x - 14, y + (h * part) / 5 + 4, 8, h / 5 - 8, "#FFFFFF", { opacity: 0.5 });
  }
  sheet.path(`M${x - 26} ${y}Q${x} ${y - 60} ${x + 26} ${y}Z`, metal, { stroke: true });
  sheet.path(`M${x - 26} ${y + h}Q${x} ${y + h + 60} ${x + 26} ${y + h}Z`, metal, { stroke: true });
}

function bracket(sheet, slug, near) {
  const metal = sheet.swatch(slug);
  const shape = (x, y, s) => {
    sheet.polygon([[x, y], [x + 420 * s, y], [x + 420 * s, y + 34 * s], [x + 34 * s, y + 34 * s], [x + 34 * s, y + 520 * s], [x, y + 520 * s]], metal, { stroke: true });
    sheet.path(`M${x + 34 * s} ${y + 400 * s}Q${x + 300 * s} ${y + 360 * s} ${x + 330 * s} ${y + 34 * s}h${34 * s}Q${x + 330 * s} ${y + 400 * s} ${x + 34 * s} ${y + 436 * s}Z`, lighter(metal, 0.12), { stroke: true });
  };
  if (near) {
    sheet.polygon([[180, 950], [700, 950], [760, 915], [240, 915]], INK, { opacity: 0.1 });
    shape(240, 330, 1.15);
    for (const y of [440, 880]) sheet.rect(232, y, 14, 40, INK);
    woodScrew(sheet, 760, 560, 230);
    woodScrew(sheet, 840, 560, 230);
    return;
  }
  sheet.rect(0, 0, 150, FLOOR, "#DFD9CE", { stroke: true });
  dishes(sheet, 190, 440, 640, 1, 1);
  sheet.board(150, 440, 700, 44, "oak", { turned: true });
  shape(150, 484, 1);
}

function runner(sheet, slug, near) {
  const metal = sheet.swatch(slug);
  const rail = (x, y, w, h, tone) => {
    sheet.rect(x, y, w, h, tone, { stroke: true });
    sheet.rect(x, y + h * 0.16, w, 4, INK, { opacity: 0.35 });
    sheet.rect(x, y + h * 0.8, w, 4, INK, { opacity: 0.35 });
  };
  const set = (x, y, h) => {
    rail(x, y, 460, h, darker(metal, 0.14));
    rail(x + 200, y + h * 0.14, 420, h * 0.72, metal);
    rail(x + 400, y + h * 0.26, 400, h * 0.48, lighter(metal, 0.35));
    for (const dx of [40, 130]) screw(sheet, x + dx, y + h / 2, h * 0.15, metal);
    for (const dx of [660, 750]) screw(sheet, x + dx, y + h / 2, h * 0.12, metal);
    for (let dx = 480; dx < 610; dx += 34) sheet.circle(x + dx, y + h * 0.2, h * 0.05, "#F4F4F2", { stroke: true, line: 1.2 });
  };
  if (near) {
    set(80, 380, 150);
    set(80, 680, 150);
    return;
  }
  sheet.board(40, 200, 380, 800, "oak");
  sheet.rect(40, 300, 380, 12, darker(sheet.swatch("oak"), 0.4));
  sheet.board(240, 420, 610, 330, "ash", { turned: true });
  sheet.board(850, 380, 60, 410, "oak");
  set(70, 520, 110);
}

function barHandle(sheet, slug, near) {
  const metal = sheet.swatch(slug);
  const vertical = (x, y, w, h) => {
    sheet.rect(x + w * 0.9, y + 16, w * 0.5, h, INK, { opacity: 0.18, radius: w / 2 });
    for (const share of [0.1, 0.84]) sheet.rect(x - w * 0.1, y + h * share, w * 1.2, w * 1.1, darker(metal, 0.3), { stroke: true });
    sheet.rect(x, y, w, h, metal, { stroke: true, radius: w / 2 });
    sheet.rect(x + w * 0.22, y + w * 0.6, w * 0.16, h - w * 1.2, "#FFFFFF", { opacity: 0.5 });
  };
  if (!near) {
    sheet.board(0, 0, 500, 1200, "oak");
    sheet.board(508, 0, 460, 1200, "oak");
    sheet.rect(500, 0, 8, 1200, INK);
    vertical(390, 320, 44, 560);
    vertical(574, 320, 44, 560);
    return;
  }
  sheet.polygon([[120, 760], [820, 760], [870, 730], [170, 730]], INK, { opacity: 0.1 });
  for (const x of [190, 700]) {
    sheet.rect(x, 590, 60, 170, darker(metal, 0.18), { stroke: true });
    sheet.rect(x - 12, 744, 84, 16, darker(metal, 0.3), { stroke: true });
  }
  sheet.rect(100, 530, 760, 64, metal, { stroke: true, radius: 32 });
  sheet.rect(140, 544, 680, 10, "#FFFFFF", { opacity: 0.5 });
  for (const x of [220, 730]) woodScrew(sheet, x, 850, 180);
}

function knob(sheet, slug, near) {
  const colour = sheet.swatch(slug);
  const front = ["oak", "beech"].includes(slug) ? "sage" : "oak";
  if (!near) {
    sheet.board(60, 120, 840, 470, front, { turned: true });
    sheet.board(60, 610, 840, 470, front, { turned: true });
    for (const y of [355, 845]) {
      sheet.circle(498, y + 24, 118, INK, { opacity: 0.16 });
      sheet.circle(480, y, 116, colour, { stroke: true });
      for (const radius of [88, 58, 26]) sheet.circle(480 + radius * 0.06, y, radius, "none", { stroke: darker(colour, 0.32), line: 2 });
    }
    return;
  }
  sheet.board(0, 760, 960, 240, front, { turned: true });
  sheet.polygon([[420, 760], [540, 760], [560, 1000], [400, 1000]], "none", {});
  sheet.rect(462, 760, 36, 240, "#BFC4C6", { stroke: true });
  for (let y = 775; y < 990; y += 18) sheet.line(462, y + 6, 498, y - 2, INK, 2);
  sheet.path("M390 760C400 690 440 660 420 620C330 590 250 540 250 450C250 360 350 320 480 320S710 360 710 450C710 540 630 590 540 620C520 660 560 690 570 760Z", colour, { stroke: true });
  sheet.path("M262 420C330 380 630 380 698 420M256 480C330 520 630 520 704 480M330 570C420 600 540 600 630 570", "none", { stroke: darker(colour, 0.32) });
}

function leg(sheet, slug, near) {
  if (near) {
    const colour = sheet.swatch(slug);
    sheet.board(0, 120, 960, 130, "ash", { turned: true });
    sheet.rect(270, 250, 420, 34, "#A7ABAE", { stroke: true });
    for (const x of [320, 640]) woodScrew(sheet, x, 130, 150);
    sheet.polygon([[380, 284], [590, 284], [640, 1200], [480, 1200]], colour, {});
    if (sheet.isWood(slug)) sheet.polygon([[380, 284], [590, 284], [640, 1200], [480, 1200]], sheet.grainFill(slug), {});
    sheet.polygon([[380, 284], [590, 284], [640, 1200], [480, 1200]], "none", { stroke: true });
    return;
  }
  const foot = FLOOR + 70;
  sheet.polygon([[150, foot], [840, foot], [880, foot - 40], [190, foot - 40]], INK, { opacity: 0.12 });
  dishes(sheet, 330, 330, 420, 0.6, 0);
  sheet.board(60, 330, 840, 44, slug, { turned: true });
  for (const [x, lean] of [[210, -1], [750, 1]]) {
    const points = [[x - 32, 374], [x + 32, 374], [x + 19 + lean * 56, foot], [x - 19 + lean * 56, foot]];
    sheet.polygon(points, sheet.swatch(slug), {});
    if (sheet.isWood(slug)) sheet.polygon(points, sheet.grainFill(slug), {});
    sheet.polygon(points, "none", { stroke: true });
    sheet.rect(x - 20 + lean * 56, foot - 6, 40, 9, "#4B4C4E");
  }
}

function lattice(sheet, slug, near) {
  const colour = sheet.swatch(slug);
  if (near) return sheet.lattice(-60, -60, 1100, 1340, slug, 330, "#EFE7D8");
  sheet.rect(216, 286, 610, 610, INK, { opacity: 0.12 });
  sheet.rect(175, 245, 610, 610, colour, { stroke: true, line: 3 });
  sheet.grain(175, 245, 610, 610, slug);
  sheet.lattice(220, 290, 520, 520, slug, 130);
  for (const [x, y, cx, cy] of [[175, 245, 220, 290], [785, 245, 740, 290], [175, 855, 220, 810], [785, 855, 740, 810]]) sheet.line(x, y, cx, cy);
  return undefined;
}

function rail(sheet, slug, near) {
  const metal = sheet.swatch(slug);
  if (near) {
    sheet.board(0, 0, 300, 1200, "oak");
    sheet.rect(300, 0, 34, 1200, darker(sheet.swatch("oak"), 0.3), { stroke: true });
    sheet.rect(334, 430, 60, 300, lighter(metal, 0.15), { stroke: true, radius: 14 });
    sheet.rect(380, 505, 600, 150, metal, { stroke: true });
    sheet.rect(380, 530, 600, 18, "#FFFFFF", { opacity: 0.5 });
    sheet.rect(394, 480, 80, 200, darker(metal, 0.1), { stroke: true, radius: 10 });
    for (const y of [462, 698]) sheet.rect(352, y - 10, 24, 20, INK, { radius: 4 });
    return;
  }
  sheet.rect(0, 0, 960, 1200, "#C9B79C");
  sheet.board(0, 0, 960, 130, "oak", { turned: true });
  sheet.board(0, 0, 70, 1200, "oak");
  sheet.board(890, 0, 70, 1200, "oak");
  clothes(sheet, 150, 304, 660, 820, 2);
  for (const x of [70, 856]) sheet.rect(x, 230, 34, 110, lighter(metal, 0.1), { stroke: true, radius: 6 });
  sheet.rect(86, 264, 788, 40, metal, { stroke: true });
  sheet.rect(100, 273, 760, 7, "#FFFFFF", { opacity: 0.5 });
}

function angle(sheet, slug, near) {
  const metal = sheet.swatch(slug);
  const side = (points, tone) => sheet.polygon(points, tone, { stroke: true });
  if (!near) {
    sheet.board(0, 760, 960, 130, "oak", { turned: true });
    sheet.rect(330, 250, 300, 510, metal, { stroke: true, radius: 12 });
    side([[330, 744], [630, 744], [700, 830], [260, 830]], lighter(metal, 0.25));
    for (const [x, y] of [[480, 350], [480, 570]]) {
      sheet.rect(x - 26, y - 58, 52, 116, darker(metal, 0.5), { stroke: true, radius: 26 });
      screw(sheet, x, y, 36, lighter(metal, 0.3));
    }
    sheet.path("M420 790a26 14 0 1 0 52 0a26 14 0 1 0-52 0M520 790a26 14 0 1 0 52 0a26 14 0 1 0-52 0", darker(metal, 0.5), { stroke: true });
    return;
  }
  for (const [x, y] of [[190, 330], [560, 330], [190, 680], [560, 680]]) {
    side([[x, y], [x + 110, y - 40], [x + 110, y + 180], [x, y + 220]], metal);
    side([[x, y + 220], [x + 110, y + 180], [x + 270, y + 220], [x + 160, y + 262]], lighter(metal, 0.3));
    sheet.path(`M${x + 40} ${y + 70}q15 -18 30 -11v70q-15 18 -30 11Z`, "#EDEAE3", { stroke: true });
    sheet.path(`M${x + 110} ${y + 222}l60 -10l30 14l-64 12Z`, "#EDEAE3", { stroke: true });
  }
}

function cam(sheet, slug, near) {
  const metal = sheet.swatch(slug);
  const cup = (x, y, r) => {
    sheet.circle(x, y, r, lighter(metal, 0.15), { stroke: true });
    sheet.circle(x, y, r * 0.74, metal, { stroke: true });
    sheet.rect(x - r * 0.5, y - r * 0.11, r, r * 0.22, INK);
    sheet.rect(x - r * 0.11, y - r * 0.5, r * 0.22, r, INK);
    sheet.polygon([[x + r * 0.82, y - r * 0.14], [x + r * 0.97, y], [x + r * 0.82, y + r * 0.14]], INK);
  };
  const bolt = (x, y, length) => {
    sheet.rect(x, y - 16, length, 32, lighter(metal, 0.25), { stroke: true });
    sheet.circle(x, y, 32, metal, { stroke: true });
    for (let at = x + length * 0.55; at < x + length - 6; at += 15) sheet.line(at, y - 20, at + 8, y + 20, INK, 2.5);
  };
  if (near) {
    for (const [x, y] of [[250, 380], [250, 760]]) cup(x, y, 140);
    for (const y of [380, 760]) bolt(500, y, 340);
    return;
  }
  sheet.board(0, 420, 640, 330, "oak", { turned: true });
  sheet.board(660, 120, 190, 960, "ash");
  sheet.rect(430, 560, 230, 50, darker(sheet.swatch("oak"), 0.55), { stroke: true });
  bolt(440, 585, 350);
  cup(400, 585, 132);
}

function hook(sheet, slug, near) {
  const metal = sheet.swatch(slug);
  const profile = (x, y, s) => {
    sheet.rect(x - 46 * s, y - 20 * s, 46 * s, 560 * s, lighter(metal, 0.15), { stroke: true, radius: 10 });
    for (const data of [`M${x - 6} ${y + 60 * s}C${x + 120 * s} ${y + 70 * s} ${x + 220 * s} ${y + 40 * s} ${x + 260 * s} ${y - 90 * s}`, `M${x - 6} ${y + 300 * s}C${x + 40 * s} ${y + 560 * s} ${x + 270 * s} ${y + 560 * s} ${x + 250 * s} ${y + 350 * s}`]) {
      sheet.raw(`<path d="${data}" fill="none" stroke="${INK}" stroke-width="${44 * s + 4}" stroke-linecap="round"/><path d="${data}" fill="none" stroke="${metal}" stroke-width="${44 * s}" stroke-linecap="round"/>`);
    }
    sheet.circle(x + 260 * s, y - 95 * s, 40 * s, metal, { stroke: true });
    sheet.circle(x + 250 * s, y + 345 * s, 40 * s, metal, { stroke: true });
  };
  if (near) {
    sheet.board(0, 0, 300, 1200, "walnut");
    profile(346, 330, 1.15);
    return;
  }
  sheet.board(0, 330, 960, 250, "oak", { turned: true });
  sheet.path("M700 500L590 640V1160H830V640Z", "#4F5B52", { stroke: true });
  sheet.path("M700 500V1160", "none", { stroke: true });
  for (const x of [250, 700]) {
    sheet.rect(x - 44, 350, 88, 210, lighter(metal, 0.15), { stroke: true, radius: 14 });
    for (const y of [384, 526]) screw(sheet, x, y, 15, metal);
    sheet.rect(x - 17, 400, 34, 50, metal, { stroke: true });
    sheet.circle(x, 400, 34, metal, { stroke: true });
    sheet.path(`M${x - 17} 480v60a17 17 0 0 0 34 0v-60Z`, metal, { stroke: true });
    sheet.circle(x, 500, 28, lighter(metal, 0.1), { stroke: true });
  }
}

const FITTINGS = {
  dowels, "cup-hinge": cupHinge, "butt-hinge": buttHinge, bracket, runner, "bar-handle": barHandle, knob, leg, lattice, rail, angle, cam, hook,
};

/** Draws a fitting in use, or a close-up if `near`. */
export function fitting(sheet, product, slug, near) {
  sheet.bench();
  FITTINGS[product.drawing.kind](sheet, slug, near);
}
