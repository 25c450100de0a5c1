#!/usr/bin/env node
// Writes the pictures for link previews, JPEG files of 1200 by 630 pixels beside the first picture of each product, project and
// campaign: `node deploy/seed/pictures/previews.mjs`. A picture of which less than 60 % would be seen stands whole on paper; any
// other is cut at its middle. The conversion of uploaded pictures does the same (`services/pictures/src/jpeg.rs`).
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root, sharp } from "./sharp.mjs";

const SIZE = { width: 1200, height: 630 };
const PAPER = "#faf9f6";
const LEAST_SHOWN = 0.6;

let count = 0;
for (const kind of ["products", "projects", "campaigns"]) {
  const folder = join(root, "web", "public", "images", kind);
  for (const code of readdirSync(folder)) {
    const widths = readdirSync(join(folder, code)).map((name) => Number(/^1-(\d+)\.webp$/.exec(name)?.[1] ?? 0));
    const widest = Math.max(...widths);
    if (widest === 0) continue;
    const picture = sharp(join(folder, code, `1-${widest}.webp`));
    const { width, height } = await picture.metadata();
    const [one, other] = [(SIZE.width * height) / width / SIZE.height, (SIZE.height * width) / height / SIZE.width];
    const fit = 1 / Math.max(one, other) < LEAST_SHOWN ? "contain" : "cover";
    await picture
      .flatten({ background: PAPER })
      .resize({ ...SIZE, fit, background: PAPER })
      .jpeg({ quality: 76, mozjpeg: true })
      .toFile(join(folder, code, "1.jpg"));
    count += 1;
  }
}
console.log(`${count} pictures`);
