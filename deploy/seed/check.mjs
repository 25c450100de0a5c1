#!/usr/bin/env node
// Checks the seed catalogue against the rules in README.md. Prints every error, and exits with 1 if there is one.
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { contentErrors, contentImages } from "./content.mjs";
import { fileErrors, files, pageWidths, productWidths } from "./pictures/files.mjs";
import { root } from "./pictures/sharp.mjs";
import { placeholderError } from "./pictures/tiny.mjs";
import { isPiece, pieceKinds } from "./drawing/piece.mjs";
import { CATEGORIES, PICTURES, dimensionDrawings, draw, loadPalette, loadProducts, pictureName } from "./placeholders.mjs";

const LANGUAGES = ["az", "ru", "en"];
const UNITS = { az: "sm", ru: "см", en: "cm" };
const WARDROBE_WORDS = { az: "şkaf", ru: "шкаф", en: "wardrobe" };
const AT_LEAST = { products: 80, pieces: 12, ofEachStock: 3, unevenDiscounts: 3 };
const STOCKS = {
  "made to order (null)": (stock) => stock === null,
  "sold out (0)": (stock) => stock === 0,
  "low stock (1 to 5)": (stock) => stock !== null && stock >= 1 && stock <= 5,
  "high stock (over 100)": (stock) => stock !== null && stock > 100,
};
const PRICES = { wardrobe: [600_00, 3_500_00], kitchen: [2_400_00, 9_000_00], furniture: [12_00, 90_00], piece: [150_00, 6_000_00] };
/** Furniture has round prices: tens of AZN. */
const ROUND_PRICE = 10_00;
/** Grams with the boxes. */
const WEIGHTS = { wardrobe: [20_000, 500_000], kitchen: [80_000, 900_000], furniture: [20, 15_000], piece: [3_000, 1_000_000] };
const DRAWING_BYTES = 6 * 1024;
const DIMENSIONS_BYTES = 12 * 1024;
/** Pixels; the first picture of a product, the overall view, is 1280 high. */
const PRODUCT_WIDTH = { overall: 1024, other: 768, wide: 1200 };
const RATIOS = { tall: 4 / 5, wide: 3 / 2 };
/** Scenes of pictures besides the views and colours; wide ones are of kitchens. */
const SCENES = { front: "wide", dusk: "wide", evening: "tall", hall: "tall", children: "tall", courtyard: "tall" };
/** All pictures of the shop, in bytes. */
const PICTURES_BYTES = 32_000_000;
/** The minimum longer side of the pages' pictures, in pixels; crops for narrow windows and of a store's front may be shorter. */
const PAGE_LENGTH = 1280;
const MAY_BE_SHORTER = /-narrow$|^nizami$/;
const IMAGES = join(root, "web", "public", "images");

const errors = [];
const check = (condition, message) => {
  if (!condition) errors.push(message);
};

const palette = loadPalette();
const products = loadProducts();
const shown = products.filter((product) => product.isActive);
const names = new Map(Object.entries(CATEGORIES).map(([name, id]) => [id, name]));

function checkTexts(product) {
  for (const field of ["name", "description", "externalMeasurement", "features", "materials", "care", "boxContents"]) {
    for (const language of LANGUAGES) {
      check(product[field]?.[language]?.trim(), `${product.code} has no ${field} in "${language}".`);
    }
  }
  const internal = LANGUAGES.map((language) => product.internalMeasurement?.[language]);
  check(internal.every((text) => typeof text === "string"), `${product.code} lacks internalMeasurement in a language.`);
  check(new Set(internal.map((text) => !text)).size === 1, `${product.code} has internalMeasurement in some languages only.`);
  for (const field of ["features", "internalMeasurement", "materials", "care", "boxContents"]) {
    check(new Set(LANGUAGES.map((language) => product[field]?.[language]?.split("\n").length)).size === 1, `${product.code}: ${field} has a different number of lines in one language.`);
  }
  for (const language of LANGUAGES) {
    check(product.name[language].length <= 100, `${product.code}: the name in "${language}" is longer than 100 characters.`);
    const sentences = product.description[language].split(/[.?](?:\s|$)/).filter(Boolean).length;
    check(sentences >= 2 && sentences <= 4, `${product.code}: the description in "${language}" has ${sentences} sentences instead of 2 to 4.`);
    check(!product.description[language].includes("!"), `${product.code}: the description in "${language}" has an exclamation mark.`);
    if (product.category === CATEGORIES.wardrobe) {
      check(product.name[language].toLocaleLowerCase(language).includes(WARDROBE_WORDS[language]), `${product.code}: the name in "${language}" must contain "${WARDROBE_WORDS[language]}", so that the search finds it.`);
    }
  }
}

const numbers = (text) => text.match(/\d+(?:[.,]\d+)?/g)?.map((number) => Number(number.replace(",", "."))) ?? [];

function checkMeasures(product) {
  const { width, depth, height } = product.sizeMm;
  for (const language of LANGUAGES) {
    const text = product.externalMeasurement[language];
    check(text.endsWith(` ${UNITS[language]}`), `${product.code}: externalMeasurement in "${language}" must end with "${UNITS[language]}".`);
    check(numbers(text).map((value) => Math.round(value * 10)).join() === [width, depth, height].join(), `${product.code}: externalMeasurement in "${language}" differs from sizeMm.`);
    for (const line of product.internalMeasurement[language].split("\n").filter(Boolean)) {
      const [w, d, h] = numbers(line);
      check(w * 10 < width && d * 10 < depth && h * 10 < height, `${product.code}: "${line}" is larger than the product.`);
    }
  }
  if (isPiece(product)) check(pieceKinds.includes(product.drawing.piece), `${product.code}: there is no drawing of a ${product.drawing.piece}.`);
  const modules = product.drawing.base;
  if (modules) {
    const total = modules.reduce((sum, module) => sum + Number(module.split(":")[1]), 0);
    check(total === width, `${product.code}: its base units add up to ${total} mm, its width is ${width} mm.`);
  }
}

function checkNumbers(product) {
  const { code, priceMinor, discountPercent, stock, rating, reviewCount, popularity, createdAt, weightGrams } = product;
  const [low, high] = PRICES[isPiece(product) ? "piece" : names.get(product.category)];
  check(Number.isInteger(priceMinor) && priceMinor >= low && priceMinor <= high, `${code}: the price of ${priceMinor} qəpik is outside ${low} to ${high}.`);
  const isFurniture = product.category !== CATEGORIES.furniture || isPiece(product);
  check(!isFurniture || priceMinor % ROUND_PRICE === 0, `${code}: the price of ${priceMinor} qəpik is not a multiple of ${ROUND_PRICE}.`);
  check(Number.isInteger(discountPercent) && discountPercent >= 0 && discountPercent <= 99, `${code}: the discount must be a whole percent from 0 to 99.`);
  check(stock === null || (Number.isInteger(stock) && stock >= 0), `${code}: stock must be null or a whole number from 0.`);
  const [lightest, heaviest] = WEIGHTS[isPiece(product) ? "piece" : names.get(product.category)];
  check(Number.isInteger(weightGrams) && weightGrams >= lightest && weightGrams <= heaviest, `${code}: the weight of ${weightGrams} g is outside ${lightest} to ${heaviest}.`);
  check(rating >= 0 && rating <= 5 && Number.isInteger(Math.round(rating * 1000) / 100), `${code}: the rating must be 0 to 5 with one decimal.`);
  check([reviewCount, popularity].every((count) => Number.isInteger(count) && count >= 0), `${code}: popularity and reviewCount must be whole numbers from 0.`);
  check(/^202[4-6]-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(createdAt) && !Number.isNaN(Date.parse(createdAt)), `${code}: createdAt must be an RFC 3339 time in UTC from 2024 to 2026.`);
}

function checkPictures(product, expected) {
  check(product.colors.length > 0 && new Set(product.colors).size === product.colors.length, `${product.code} needs at least one colour, each once.`);
  for (const color of product.colors) check(palette[color], `${product.code}: the colour "${color}" is not in the palette.`);
  check(product.images.length >= 2 && product.images.every((image, index) => image.n === index + 1), `${product.code} needs two pictures or more, numbered from 1.`);
  for (const color of product.colors) {
    check(product.images.some((image) => image.color === color), `${product.code}: no picture shows the colour "${color}".`);
  }
  for (const image of product.images) {
    const name = pictureName(product, image);
    check(image.scene === undefined || SCENES[image.scene], `${name}: there is no scene "${image.scene}".`);
    check(image.scene === undefined || image.color !== null, `${name}: a scene must name the colour that it shows.`);
    const ratio = RATIOS[SCENES[image.scene] ?? "tall"];
    check(Math.abs(image.width / image.height - ratio) < 0.002, `${name}: the picture must have the ratio ${ratio === RATIOS.wide ? "3:2" : "4:5"}.`);
    check(image.color === null || product.colors.includes(image.color), `${name}: the product has no colour "${image.color}".`);
    decoding.push(checkPlaceholder(name, image));
    if (!product.colors.every((color) => palette[color])) continue;
    if (image.format === "svg") checkDrawing(product, image, expected);
    else if (image.format === "webp") decoding.push(checkPhotograph(product, image, expected));
    else errors.push(`${name}: the format must be svg (drawn) or webp (photographed).`);
  }
}

async function checkPlaceholder(name, image) {
  const error = await placeholderError(image);
  check(!error, `${name}: ${error}.`);
}

function checkDrawing(product, image, expected) {
  const name = pictureName(product, image);
  check(image.width === 960 && image.height === 1200, `${name}: a drawing must be 960 by 1200.`);
  checkDrawn(name, draw(product, image, palette), DRAWING_BYTES, expected);
}

/** Checks that a drawing is up to date and at most `bytes` long. */
function checkDrawn(name, drawing, bytes, expected) {
  expected.add(name);
  const file = join(PICTURES, name);
  if (!existsSync(file)) {
    errors.push(`${name} is missing: run node deploy/seed/placeholders.mjs.`);
    return;
  }
  const text = readFileSync(file, "utf8");
  check(text === drawing, `${name} is out of date: run node deploy/seed/placeholders.mjs.`);
  check(Buffer.byteLength(text) <= bytes, `${name} has ${Buffer.byteLength(text)} bytes, ${bytes} are allowed.`);
  check(!/NaN|undefined|Infinity/.test(text), `${name} contains an invalid number.`);
}

/** Checks that all files of a photograph exist in their sizes. */
async function checkPhotograph(product, image, expected) {
  const name = pictureName(product, image);
  const width = image.n === 1 ? PRODUCT_WIDTH.overall : SCENES[image.scene] === "wide" ? PRODUCT_WIDTH.wide : PRODUCT_WIDTH.other;
  check(image.width === width, `${name}: the photograph must be ${width} wide.`);
  const own = files(name.replace(/-\d+\.webp$/, ""), image, productWidths(image.width));
  for (const { file } of own) expected.add(file);
  if (image.n === 1) {
    const preview = `${product.code.toLowerCase()}/1.jpg`;
    expected.add(preview);
    check(existsSync(join(PICTURES, preview)), `${preview} is missing: run node deploy/seed/pictures/previews.mjs.`);
  }
  errors.push(...(await fileErrors(own.map((each) => ({ ...each, file: join(PICTURES, each.file) })))));
}

/** Checks that all files of a picture of the pages or of `content/` exist in their sizes. */
async function checkPagePicture(name, stem, image, widths) {
  check(MAY_BE_SHORTER.test(name) || Math.max(image.width, image.height) >= PAGE_LENGTH, `${stem} is shorter than ${PAGE_LENGTH}.`);
  check(widths.at(-1) === image.width, `${stem} lacks a file in its full width.`);
  errors.push(...(await fileErrors(files(join(IMAGES, stem), image, widths))));
}

for (const [slug, colour] of Object.entries(palette)) {
  check(/^[a-z]+(-[a-z]+)*$/.test(slug), `The palette slug "${slug}" must be lower case letters and dashes.`);
  check(/^#[0-9A-F]{6}$/.test(colour.swatch), `The palette colour "${slug}" needs a swatch like #D3AF82.`);
  for (const language of LANGUAGES) check(colour[language]?.trim(), `The palette colour "${slug}" has no name in "${language}".`);
}

const expected = new Set();
const decoding = [];
const codes = new Set();
for (const product of products) {
  check(/^[A-Z0-9-]+$/.test(product.code), `The code "${product.code}" may hold capital letters, digits and dashes only.`);
  check(!codes.has(product.code), `The code ${product.code} is used twice.`);
  codes.add(product.code);
  check(names.has(product.category), `${product.code}: there is no category ${product.category}.`);
  checkTexts(product);
  checkMeasures(product);
  checkNumbers(product);
  checkPictures(product, expected);
  const isKitchen = product.category === CATEGORIES.kitchen && product.isActive;
  check(!isKitchen || product.images.some(({ scene }) => scene === "front"), `${product.code} has no wide picture from the front.`);
}
for (const language of LANGUAGES) {
  for (const field of ["name", "description"]) {
    const texts = products.map((product) => product[field][language]);
    check(new Set(texts).size === texts.length, `Two products share a ${field} in "${language}".`);
  }
}
for (const [name, text] of dimensionDrawings(products)) checkDrawn(name, text, DIMENSIONS_BYTES, expected);
for (const [code, image] of contentImages()) {
  decoding.push(checkPlaceholder(image.url, image));
  const [, stem, width] = /^\/images\/(.*)-(\d+)\.webp$/.exec(image.url) ?? [];
  if (stem) decoding.push(checkPagePicture(code, stem, image, pageWidths(Number(width))));
}
const sceneLists = join(root, "web", "src", "lib", "scenes");
const scenes = readdirSync(sceneLists).flatMap((file) => Object.entries(JSON.parse(readFileSync(join(sceneLists, file), "utf8"))));
for (const [name, image] of scenes) {
  decoding.push(checkPlaceholder(name, image), checkPagePicture(name, `scenes/${name}/1`, image, image.widths));
}
await Promise.all(decoding);
for (const file of existsSync(PICTURES) ? readdirSync(PICTURES, { recursive: true }) : []) {
  if (/\.\w+$/.test(file)) check(expected.has(file), `${file} belongs to no product.`);
}

const bytes = readdirSync(IMAGES, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
check(bytes <= PICTURES_BYTES, `The pictures have ${bytes} bytes, ${PICTURES_BYTES} are allowed.`);
check(shown.filter(isPiece).length >= AT_LEAST.pieces, `There are fewer than ${AT_LEAST.pieces} pieces of garden and hall furniture.`);
check(products.length >= AT_LEAST.products, `There are ${products.length} products, ${AT_LEAST.products} are required.`);
for (const [id, name] of names) {
  const own = shown.filter((product) => product.category === id);
  for (const [label, holds] of Object.entries(STOCKS)) {
    const count = own.filter((product) => holds(product.stock)).length;
    check(count >= AT_LEAST.ofEachStock, `Category "${name}" has ${count} products that are ${label}, ${AT_LEAST.ofEachStock} are required.`);
  }
}
const discounted = shown.filter((product) => product.discountPercent > 0);
check(discounted.length * 3 >= shown.length, `${discounted.length} of ${shown.length} products are discounted, a third is required.`);
const uneven = discounted.filter((product) => (product.priceMinor * (100 - product.discountPercent)) % 100 !== 0);
check(uneven.length >= AT_LEAST.unevenDiscounts, `${uneven.length} discounts need rounding, ${AT_LEAST.unevenDiscounts} are required.`);
check(products.some((product) => !product.isActive), "At least one product must be inactive.");

errors.push(...contentErrors());

for (const error of errors) console.error(error);
console.log(errors.length ? `Errors in the seed: ${errors.length}.` : `The seed is valid: ${products.length} products, ${shown.length} shown, ${expected.size} pictures.`);
process.exit(errors.length ? 1 : 0);
