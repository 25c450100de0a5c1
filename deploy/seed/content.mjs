#!/usr/bin/env node
// What the shop shows beside its products: draws the pictures that have no photograph yet and holds the rules.
// Run it after every change of `content/` or of a drawing: `node deploy/seed/content.mjs`. `check.mjs` holds the rules.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { garden, isGarden } from "./drawing/garden.mjs";
import * as kitchen from "./drawing/kitchen.mjs";
import { Sheet } from "./drawing/sheet.mjs";
import * as wardrobe from "./drawing/wardrobe.mjs";
import { CATEGORIES, loadPalette, loadProducts } from "./placeholders.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const PUBLIC = join(here, "..", "..", "web", "public");
const FOLDERS = ["campaigns", "projects", "stores"];
const LANGUAGES = ["az", "ru", "en"];
const DRAWING_BYTES = 8 * 1024;
const AT_LEAST = { ofEachCategory: 4, large: 3 };

const readJson = (name) => JSON.parse(readFileSync(join(here, "content", `${name}.json`), "utf8"));

/** All content of the seed. */
export const loadContent = () => ({ campaigns: readJson("campaigns"), promos: readJson("promos"), projects: readJson("projects"), ...readJson("stores") });

/** Every picture with what it is drawn from: `like` a product in a colour, or a piece of `garden` furniture. */
function illustrated({ campaigns, projects, stores }) {
  const one = [...campaigns, ...projects].map(({ code, image, drawing }) => ({ code, image, drawing }));
  return [...one, ...stores.flatMap(({ code, images, drawings }) => images.map((image, index) => ({ code, image, drawing: drawings[index] })))];
}

/** Every picture of the content, with the code of what it shows. */
export const contentImages = () => illustrated(loadContent()).map(({ code, image }) => [code, image]);

function draw(drawing, products, palette) {
  const sheet = new Sheet(palette);
  if (drawing.garden) {
    garden(sheet, drawing.garden, drawing.color);
    return sheet.toString();
  }
  const product = products.find(({ code }) => code === drawing.like);
  (product.category === CATEGORIES.kitchen ? kitchen : wardrobe).whole(sheet, product, drawing.color);
  return sheet.toString();
}

/** All pictures that are still drawn: address to SVG text. */
export function contentPictures(content = loadContent(), products = loadProducts(), palette = loadPalette()) {
  const drawn = illustrated(content).filter(({ image }) => image.url.endsWith(".svg"));
  return new Map(drawn.map(({ image, drawing }) => [image.url, draw(drawing, products, palette)]));
}

function checkTexts(faults, code, fields) {
  for (const [name, text] of Object.entries(fields)) {
    for (const language of LANGUAGES) {
      if (!text?.[language]?.trim()) faults.push(`${code} has no ${name} in "${language}".`);
      else if (text[language].includes("!")) faults.push(`${code}: the ${name} in "${language}" has an exclamation mark.`);
    }
  }
}

/** A sentence for every fault. */
export function contentFaults() {
  const faults = [];
  const content = loadContent();
  const { campaigns, promos, projects, stores } = content;
  const codes = [...campaigns, ...promos, ...projects, ...stores].map(({ code }) => code);
  for (const code of codes) {
    if (!/^[A-Za-z0-9-]{1,64}$/.test(code)) faults.push(`The code "${code}" may hold letters, digits and dashes only.`);
    if (codes.indexOf(code) !== codes.lastIndexOf(code)) faults.push(`The code ${code} is used twice.`);
  }
  for (const { code, name, description } of campaigns) checkTexts(faults, code, { name, description });
  for (const { code, text } of promos) checkTexts(faults, code, { text });
  for (const { code, title, description } of projects) checkTexts(faults, code, { title, description });
  for (const { code, name, address, weekdayHours, weekendHours } of stores) checkTexts(faults, code, { name, address, weekdayHours, weekendHours });
  for (const category of ["wardrobe", "kitchen", "garden"]) {
    const count = projects.filter((project) => project.category === category).length;
    if (count < AT_LEAST.ofEachCategory) faults.push(`There are ${count} projects of ${category}, ${AT_LEAST.ofEachCategory} are wanted.`);
  }
  if (projects.filter(({ isLarge }) => isLarge).length < AT_LEAST.large) faults.push(`${AT_LEAST.large} projects must be large.`);

  const palette = loadPalette();
  const products = new Set(loadProducts().map(({ code }) => code));
  for (const { image, drawing } of illustrated(content)) {
    const known = palette[drawing?.color] && (isGarden(drawing.garden) || products.has(drawing.like));
    if (image.url.endsWith(".svg") && !known) faults.push(`${image.url} is drawn from nothing that is known.`);
    if (!(image.width > 0 && image.height > 0)) faults.push(`${image.url} has no size.`);
    if (!existsSync(join(PUBLIC, image.url))) faults.push(`${image.url} is missing: run node deploy/seed/content.mjs.`);
  }
  if (faults.length) return faults;
  for (const [url, text] of contentPictures(content)) {
    if (readFileSync(join(PUBLIC, url), "utf8") !== text) faults.push(`${url} is not what the script draws: run node deploy/seed/content.mjs.`);
    if (Buffer.byteLength(text) > DRAWING_BYTES) faults.push(`${url} has ${Buffer.byteLength(text)} bytes, ${DRAWING_BYTES} are allowed.`);
    if (/NaN|undefined|Infinity/.test(text)) faults.push(`${url} holds a number that is none.`);
  }
  return faults;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const drawn = contentPictures();
  for (const [url, text] of drawn) {
    mkdirSync(dirname(join(PUBLIC, url)), { recursive: true });
    writeFileSync(join(PUBLIC, url), text);
  }
  for (const folder of FOLDERS) {
    for (const file of readdirSync(join(PUBLIC, "images", folder), { recursive: true })) {
      if (file.endsWith("-960.svg") && !drawn.has(`/images/${folder}/${file}`)) rmSync(join(PUBLIC, "images", folder, file));
    }
  }
  console.log(`${drawn.size} pictures drawn into ${relative(process.cwd(), join(PUBLIC, "images"))}`);
}
