#!/usr/bin/env node
// Draws the product pictures that have no photograph, and the dimension drawings, from the products' measurements and colours.
// Run it after a change of a product or of a drawing: `node deploy/seed/placeholders.mjs`.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { dimensions } from "./drawing/dimensions.mjs";
import { fitting } from "./drawing/fitting.mjs";
import { isJoint, joint } from "./drawing/joint.mjs";
import * as kitchen from "./drawing/kitchen.mjs";
import { isPiece } from "./drawing/piece.mjs";
import { Sheet } from "./drawing/sheet.mjs";
import * as wardrobe from "./drawing/wardrobe.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..");
export const PICTURES = join(root, "web", "public", "images", "products");
export const PALETTE_FILE = join(root, "web", "shared", "palette", "palette.json");
export const CATEGORIES = { wardrobe: 1, kitchen: 2, furniture: 3 };

const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/** Loads the palette: slugs with swatch and names. */
export const loadPalette = () => readJson(PALETTE_FILE);

/** Returns the file of a category's products. */
export const productsFile = (category) => join(here, "products", `${category}.json`);

/** Loads all products, in the order of the files. */
export const loadProducts = () => Object.keys(CATEGORIES).flatMap((name) => readJson(productsFile(name)));

/** Returns the path of a picture's largest file, below web/public/images/products. */
export const pictureName = (product, image) => `${product.code.toLowerCase()}/${image.n}-${image.width}.${image.format}`;

/** Draws one picture as SVG: picture 2 shows the inside, a detail or the parts, the others the overall view in their colour. */
export function draw(product, image, palette) {
  const sheet = new Sheet(palette);
  const slug = image.color ?? product.colors[0];
  const second = image.n === 2;
  if (product.category === CATEGORIES.wardrobe) {
    const { drawing } = product;
    const detail = drawing.second === "lattice" ? wardrobe.latticeDetail : drawing.openFrame ? wardrobe.closeUp : wardrobe.interior;
    (second ? detail : wardrobe.overallView)(sheet, product, slug);
  } else if (product.category === CATEGORIES.kitchen) {
    (second ? kitchen.closeUp : kitchen.overallView)(sheet, product, slug);
  } else if (isJoint(product.drawing.kind)) joint(sheet, product, slug, second);
  else fitting(sheet, product, slug, second);
  return sheet.toString();
}

/** Draws all pictures without a photograph; maps names to SVG texts. */
export function pictures(products = loadProducts(), palette = loadPalette()) {
  return new Map(
    products.flatMap((product) =>
      product.images.filter((image) => image.format === "svg").map((image) => [pictureName(product, image), draw(product, image, palette)]),
    ),
  );
}

/** Draws the dimensions of wardrobes, kitchens and pieces, not of joints and fittings; maps names to SVG texts. */
export function dimensionDrawings(products = loadProducts()) {
  const measured = products.filter((product) => product.category !== CATEGORIES.furniture || isPiece(product));
  return new Map(measured.map((product) => [`${product.code.toLowerCase()}/dimensions.svg`, dimensions(product)]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const drawn = new Map([...pictures(), ...dimensionDrawings()]);
  for (const [name, text] of drawn) {
    mkdirSync(dirname(join(PICTURES, name)), { recursive: true });
    writeFileSync(join(PICTURES, name), text);
  }
  for (const file of readdirSync(PICTURES, { recursive: true })) {
    if (file.endsWith(".svg") && !drawn.has(file)) rmSync(join(PICTURES, file));
  }
  console.log(`${drawn.size} pictures drawn into ${relative(process.cwd(), PICTURES)}`);
}
