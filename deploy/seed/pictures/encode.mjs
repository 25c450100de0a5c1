#!/usr/bin/env node
// Converts renders to the files of the shop: `node deploy/seed/pictures/encode.mjs FOLDER` reads FOLDER/scenes/<name>/1.png and
// FOLDER/{products,parts,campaigns,projects,stores}/<code>/<n>.png, writes the files below web/public/images (files.mjs), updates the
// entries in products/*.json, content/*.json and the web app's scenes/*.json, and removes the drawings that they replace.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CATEGORIES, PICTURES, loadProducts, pictureName, productsFile } from "../placeholders.mjs";
import { files, pageWidths, productWidths } from "./files.mjs";
import { root, sharp } from "./sharp.mjs";
import { createPlaceholder } from "./tiny.mjs";

const ENCODING = { webp: { quality: 78 }, avif: { quality: 52, effort: 2 } };
const SCENES = join(root, "web", "public", "images", "scenes");
const SCENE_LISTS = join(root, "web", "src", "lib", "scenes");
/** Width of the file that a scene's `src` names, if it has one so wide. */
const SCENE_WIDTH = 960;

/** Pictures that are crops of product pictures, in pixels of a 768 by 960 picture. */
const CROPS = {
  "gallery-1": { of: "products/sk-102/1", width: 768, height: 960 },
  "gallery-3": { of: "parts/mt-208/1", top: 320, width: 768, height: 640 },
  "gallery-5": { of: "products/br-301/1", width: 768, height: 960 },
  "gallery-6": { of: "parts/sk-119/2", top: 200, width: 768, height: 640 },
  "gallery-7": { of: "products/sk-104/1", width: 768, height: 960 },
  "gallery-8": { of: "parts/mt-201/1", top: 430, width: 768, height: 480 },
  "gallery-9": { of: "parts/sk-114/1", top: 280, width: 768, height: 640 },
  "gallery-10": { of: "products/br-316/1", width: 768, height: 960 },
  "design-1": { of: "products/br-313/1", left: 24, width: 720, height: 960 },
  "design-2": { of: "products/sk-102/1", left: 40, width: 576, height: 960 },
  "instagram-1": { of: "parts/br-301/1", top: 120, width: 768, height: 768 },
  "instagram-2": { of: "parts/br-313/1", top: 96, width: 768, height: 768 },
  "instagram-3": { of: "parts/br-307/1", top: 96, width: 768, height: 768 },
  "instagram-4": { of: "parts/br-302/1", top: 96, width: 768, height: 768 },
  "instagram-6": { of: "parts/sk-114/1", top: 150, width: 768, height: 768 },
  catalogue: { of: "parts/br-301/1", top: 96, width: 768, height: 768 },
};
const CROP_REFERENCE_WIDTH = 768;
/** Crops of scenes, in pixels, and of product pictures, as above. */
const CONTENT_CROPS = {
  "stores/nizami/1": { of: "scenes/store-1/1", left: 43, width: 691, height: 864 },
  "stores/nizami/2": { of: "scenes/store-2/1", left: 43, width: 691, height: 864 },
  "stores/babek/2": { of: "products/mt-209/1", width: 768, height: 960 },
};

const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/** Writes all files of a picture; returns its size, widths and placeholder. */
async function encode(png, stem, widthsOf) {
  const { width, height } = await sharp(png).metadata();
  const widths = widthsOf(width);
  mkdirSync(dirname(stem), { recursive: true });
  for (const each of files(stem, { width, height }, widths)) {
    await sharp(png).resize(each.width, each.height).toFormat(each.format, ENCODING[each.format]).toFile(each.file);
  }
  return { width, height, widths, placeholder: await createPlaceholder(png) };
}

async function encodeProducts(folder) {
  let count = 0;
  for (const category of Object.keys(CATEGORIES)) {
    const file = productsFile(category);
    const products = readJson(file);
    for (const product of products) {
      const code = product.code.toLowerCase();
      for (const image of product.images) {
        const png = join(folder, "products", code, `${image.n}.png`);
        if (!existsSync(png)) continue;
        const { width, height, placeholder } = await encode(png, join(PICTURES, code, String(image.n)), productWidths);
        if (image.format === "svg") rmSync(join(PICTURES, pictureName(product, image)), { force: true });
        Object.assign(image, { format: "webp", width, height, placeholder });
        count += 1;
      }
    }
    writeFileSync(file, `${JSON.stringify(products, null, 2)}\n`);
  }
  return count;
}

/** Returns the render named `name`, or its `crop` of another render; null if that render is missing. */
async function find(folder, name, crop) {
  const { of, left = 0, top = 0, width, height } = crop ?? {};
  const png = join(folder, `${of ?? name}.png`);
  if (!existsSync(png)) return null;
  if (of === undefined) return png;
  const scale = of.startsWith("scenes/") ? 1 : (await sharp(png).metadata()).width / CROP_REFERENCE_WIDTH;
  const [x, y, w, h] = [left, top, width, height].map((length) => Math.floor(length * scale));
  return sharp(png).extract({ left: x, top: y, width: w, height: h }).png().toBuffer();
}

async function encodeScenes(folder) {
  let count = 0;
  for (const name of readdirSync(SCENE_LISTS)) count += await encodeSceneList(folder, join(SCENE_LISTS, name));
  return count;
}

async function encodeSceneList(folder, file) {
  const manifest = readJson(file);
  let count = 0;
  for (const name of Object.keys(manifest)) {
    const picture = await find(folder, `scenes/${name}/1`, CROPS[name]);
    if (!picture) continue;
    const target = join(SCENES, name);
    if (existsSync(target)) for (const old of readdirSync(target)) rmSync(join(target, old));
    const { width, height, widths, placeholder } = await encode(picture, join(target, "1"), CROPS[name] ? productWidths : pageWidths);
    const named = widths.includes(SCENE_WIDTH) ? SCENE_WIDTH : width;
    manifest[name] = { src: `/images/scenes/${name}/1-${named}.webp`, width, height, widths, placeholder };
    count += 1;
  }
  const lines = Object.entries(manifest).map(([name, entry]) => `  ${JSON.stringify(name)}: ${JSON.stringify(entry)}`);
  writeFileSync(file, `{\n${lines.join(",\n")}\n}\n`);
  return count;
}

/**
 * Encodes campaigns, projects and stores from their own render, or replaces a drawing with the render of the `like` product.
 */
async function encodeContent(folder) {
  const products = loadProducts();
  let count = 0;
  for (const name of ["campaigns", "projects", "stores"]) {
    const file = join(root, "deploy", "seed", "content", `${name}.json`);
    const content = readJson(file);
    for (const { code, image, drawing, images = [image], drawings = [drawing] } of content.stores ?? content) {
      for (const [index, shown] of images.entries()) {
        const own = `${name}/${code.toLowerCase()}/${index + 1}`;
        const isDrawing = shown.url.endsWith(".svg");
        const picture =
          (await find(folder, own, CONTENT_CROPS[own])) ?? (isDrawing ? await findSimilar(folder, products, drawings[index]) : null);
        if (!picture) continue;
        const target = join(root, "web", "public", "images", name, code.toLowerCase());
        if (existsSync(target)) for (const old of readdirSync(target)) if (old.startsWith(`${index + 1}-`)) rmSync(join(target, old));
        const { width, height, placeholder } = await encode(picture, join(target, String(index + 1)), pageWidths);
        Object.assign(shown, { url: `/images/${own}-${width}.webp`, width, height, placeholder });
        count += 1;
      }
    }
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  }
  return count;
}

function findSimilar(folder, products, drawing) {
  const product = products.find(({ code }) => code === drawing?.like);
  const shown = product?.images.find(({ color }) => color === drawing.color);
  return shown ? find(folder, `products/${product.code.toLowerCase()}/${shown.n}`) : null;
}

const folder = process.argv[2];
if (!folder) throw new Error("Name the folder of the renders.");
const products = await encodeProducts(folder);
const scenes = await encodeScenes(folder);
const content = await encodeContent(folder);
console.log(`${products} pictures of products, ${scenes} scenes, ${content} campaigns, projects and stores encoded.`);
