#!/usr/bin/env node
// Creates placeholders: 16-pixel pictures that the web app shows, enlarged, while a picture loads. As a script, it adds missing
// placeholders to the seed: `node deploy/seed/pictures/tiny.mjs`.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CATEGORIES, PICTURES, pictureName, productsFile } from "../placeholders.mjs";
import { root, sharp } from "./sharp.mjs";

/** The longer side in pixels, which makes about 90 bytes; a page embeds two dozen placeholders. */
const LONGER_SIDE = 16;
const START = "data:image/webp;base64,";

/** Returns a placeholder of the picture as a data URL. */
export async function createPlaceholder(picture) {
  const small = sharp(picture).flatten({ background: "#FFFFFF" }).resize(LONGER_SIDE, LONGER_SIDE, { fit: "inside" });
  return START + (await small.webp({ quality: 60, effort: 6 }).toBuffer()).toString("base64");
}

/** Returns the error of a placeholder for a picture of this size, or an empty string. */
export async function placeholderError({ placeholder, width, height }) {
  if (!placeholder?.startsWith(START)) return "the placeholder must be a data URL: run node deploy/seed/pictures/tiny.mjs";
  try {
    const { info } = await sharp(Buffer.from(placeholder.slice(START.length), "base64")).raw().toBuffer({ resolveWithObject: true });
    const narrower = Math.min(width, height) / Math.max(width, height);
    const fits = Math.max(info.width, info.height) === LONGER_SIDE && Math.abs(Math.min(info.width, info.height) - LONGER_SIDE * narrower) < 1;
    return fits && info.width > info.height === width > height ? "" : `the placeholder is ${info.width} by ${info.height}, not the ratio of the picture`;
  } catch (error) {
    return `the placeholder does not decode: ${error.message}`;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  let count = 0;
  const addPlaceholder = async (entry, file) => {
    if (entry.placeholder?.startsWith(START)) return;
    entry.placeholder = await createPlaceholder(file);
    count += 1;
  };
  for (const category of Object.keys(CATEGORIES)) {
    const products = JSON.parse(readFileSync(productsFile(category), "utf8"));
    for (const product of products) {
      for (const image of product.images) await addPlaceholder(image, join(PICTURES, pictureName(product, image)));
    }
    writeFileSync(productsFile(category), `${JSON.stringify(products, null, 2)}\n`);
  }
  for (const name of ["campaigns", "projects", "stores"]) {
    const file = join(root, "deploy", "seed", "content", `${name}.json`);
    const content = JSON.parse(readFileSync(file, "utf8"));
    for (const { image, images = [image] } of content.stores ?? content) {
      for (const each of images) await addPlaceholder(each, join(root, "web", "public", each.url));
    }
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  }
  console.log(`${count} placeholders added.`);
}
