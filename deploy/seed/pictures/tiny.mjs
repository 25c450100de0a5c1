#!/usr/bin/env node
// The tiny picture that stands, blurred by its size, where a picture is still loading. Run by itself, it gives one to every entry
// of the seed that has none: `node deploy/seed/pictures/tiny.mjs`.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CATEGORIES, PICTURES, pictureName, productsFile } from "../placeholders.mjs";
import { root, sharp } from "./sharp.mjs";

/** Its longer side in pixels: some 90 bytes, for a page shows two dozen of them. */
const LONGER = 16;
const START = "data:image/webp;base64,";

/** A data address of the picture, 16 pixels large. */
export async function tiny(picture) {
  const small = sharp(picture).flatten({ background: "#FFFFFF" }).resize(LONGER, LONGER, { fit: "inside" });
  return START + (await small.webp({ quality: 60, effort: 6 }).toBuffer()).toString("base64");
}

/** What is wrong with the placeholder of a picture of this shape, or nothing. */
export async function tinyFault({ placeholder, width, height }) {
  if (!placeholder?.startsWith(START)) return "the placeholder must be a tiny picture: run node deploy/seed/pictures/tiny.mjs";
  try {
    const { info } = await sharp(Buffer.from(placeholder.slice(START.length), "base64")).raw().toBuffer({ resolveWithObject: true });
    const narrower = Math.min(width, height) / Math.max(width, height);
    const fits = Math.max(info.width, info.height) === LONGER && Math.abs(Math.min(info.width, info.height) - LONGER * narrower) < 1;
    return fits && info.width > info.height === width > height ? "" : `the placeholder is ${info.width} by ${info.height}, another shape`;
  } catch (error) {
    return `the placeholder does not decode: ${error.message}`;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  let count = 0;
  const give = async (entry, file) => {
    if (entry.placeholder?.startsWith(START)) return;
    entry.placeholder = await tiny(file);
    count += 1;
  };
  for (const category of Object.keys(CATEGORIES)) {
    const products = JSON.parse(readFileSync(productsFile(category), "utf8"));
    for (const product of products) {
      for (const image of product.images) await give(image, join(PICTURES, pictureName(product, image)));
    }
    writeFileSync(productsFile(category), `${JSON.stringify(products, null, 2)}\n`);
  }
  for (const name of ["campaigns", "projects", "stores"]) {
    const file = join(root, "deploy", "seed", "content", `${name}.json`);
    const content = JSON.parse(readFileSync(file, "utf8"));
    for (const { image, images = [image] } of content.stores ?? content) {
      for (const each of images) await give(each, join(root, "web", "public", each.url));
    }
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  }
  console.log(`${count} tiny pictures made.`);
}
