#!/usr/bin/env node
// Draws the pictures of `content/` that have no photograph. Run it after a change of `content/` or of a drawing:
// `node deploy/seed/content.mjs`. `check.mjs` checks the rules of `contentErrors`.
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

/** Loads all content of the seed. */
export const loadContent = () => ({ campaigns: readJson("campaigns"), promos: readJson("promos"), projects: readJson("projects"), ...readJson("stores") });

/** Lists every picture with its `drawing`: `like` a product in a colour, or a piece of `garden` furniture. */
function listPictures({ campaigns, projects, stores }) {
  const one = [...campaigns, ...projects].map(({ code, image, drawing }) => ({ code, image, drawing }));
  return [...one, ...stores.flatMap(({ code, images, drawings }) => images.map((image, index) => ({ code, image, drawing: drawings[index] })))];
}

/** Lists every picture with the code of its item. */
export const contentImages = () => listPictures(loadContent()).map(({ code, image }) => [code, image]);

function draw(drawing, products, palette) {
  const sheet = new Sheet(palette);
  if (drawing.garden) {
    garden(sheet, drawing.garden, drawing.color);
    return sheet.toString();
  }
  const product = products.find(({ code }) => code === drawing.like);
  (product.category === CATEGORIES.kitchen ? kitchen : wardrobe).overallView(sheet, product, drawing.color);
  return sheet.toString();
}

/** Draws all pictures without a photograph; maps URLs to SVG texts. */
export function contentPictures(content = loadContent(), products = loadProducts(), palette = loadPalette()) {
  const drawn = listPictures(content).filter(({ image }) => image.url.endsWith(".svg"));
  return new Map(drawn.map(({ image, drawing }) => [image.url, draw(drawing, products, palette)]));
}

function checkTexts(errors, code, fields) {
  for (const [name, text] of Object.entries(fields)) {
    for (const language of LANGUAGES) {
      if (!text?.[language]?.trim()) errors.push(`${code} has no ${name} in "${language}".`);
      else if (text[language].includes("!")) errors.push(`${code}: the ${name} in "${language}" has an exclamation mark.`);
    }
  }
}

/** Returns all errors of the content. */
export function contentErrors() {
  const errors = [];
  const content = loadContent();
  const { campaigns, promos, projects, stores } = content;
  const codes = [...campaigns, ...promos, ...projects, ...stores].map(({ code }) => code);
  for (const code of codes) {
    if (!/^[A-Za-z0-9-]{1,64}$/.test(code)) errors.push(`The code "${code}" may hold letters, digits and dashes only.`);
    if (codes.indexOf(code) !== codes.lastIndexOf(code)) errors.push(`The code ${code} is used twice.`);
  }
  for (const { code, name, description } of campaigns) checkTexts(errors, code, { name, description });
  for (const { code, text } of promos) checkTexts(errors, code, { text });
  for (const { code, title, description } of projects) checkTexts(errors, code, { title, description });
  for (const { code, name, address, weekdayHours, weekendHours } of stores) checkTexts(errors, code, { name, address, weekdayHours, weekendHours });
  for (const category of ["wardrobe", "kitchen", "garden"]) {
    const count = projects.filter((project) => project.category === category).length;
    if (count < AT_LEAST.ofEachCategory) errors.push(`There are ${count} projects of ${category}, ${AT_LEAST.ofEachCategory} are required.`);
  }
  if (projects.filter(({ isLarge }) => isLarge).length < AT_LEAST.large) errors.push(`${AT_LEAST.large} projects must be large.`);

  const palette = loadPalette();
  const products = new Set(loadProducts().map(({ code }) => code));
  const shown = new Set(loadProducts().filter(({ isActive }) => isActive).map(({ code }) => code));
  for (const { code, piece } of projects) {
    if (!shown.has(piece?.productCode)) errors.push(`${code}: the shop shows no product ${piece?.productCode}, which its piece names.`);
    if (!palette[piece?.color]) errors.push(`${code}: the colour of its piece is not in the palette.`);
    if (![piece?.widthMm, piece?.depthMm, piece?.heightMm].every((side) => side >= 100 && side <= 10_000)) errors.push(`${code}: its piece needs three measures in millimetres.`);
  }
  for (const { image, drawing } of listPictures(content)) {
    const known = palette[drawing?.color] && (isGarden(drawing.garden) || products.has(drawing.like));
    if (image.url.endsWith(".svg") && !known) errors.push(`${image.url} has an unknown drawing.`);
    if (!(image.width > 0 && image.height > 0)) errors.push(`${image.url} has no size.`);
    if (!existsSync(join(PUBLIC, image.url))) errors.push(`${image.url} is missing: run node deploy/seed/content.mjs.`);
  }
  if (errors.length) return errors;
  for (const [url, text] of contentPictures(content)) {
    if (readFileSync(join(PUBLIC, url), "utf8") !== text) errors.push(`${url} is out of date: run node deploy/seed/content.mjs.`);
    if (Buffer.byteLength(text) > DRAWING_BYTES) errors.push(`${url} has ${Buffer.byteLength(text)} bytes, ${DRAWING_BYTES} are allowed.`);
    if (/NaN|undefined|Infinity/.test(text)) errors.push(`${url} contains an invalid number.`);
  }
  return errors;
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
