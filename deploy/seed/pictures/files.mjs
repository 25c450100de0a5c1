// The files of a photograph, `<stem>-<width>.{avif,webp}`: in its own width, and in the usual ones where it is wider, so that
// nothing is scaled up.
import { sharp } from "./sharp.mjs";

const PRODUCT_WIDTHS = [480, 768];
const PAGE_WIDTHS = [480, 960];
const FORMATS = ["webp", "avif"];

const upTo = (usual) => (own) => [...usual.filter((width) => width < own), own];

/** All widths of a product's picture, or of a part of one, of this width. */
export const productWidths = upTo(PRODUCT_WIDTHS);

/** All widths of a picture of the pages, or of a project, store or campaign. */
export const pageWidths = upTo(PAGE_WIDTHS);

/** All files of a picture, with the size that each is to have. */
export function files(stem, { width, height }, widths) {
  return widths.flatMap((each) => FORMATS.map((format) => ({ file: `${stem}-${each}.${format}`, format, width: each, height: Math.round((height * each) / width) })));
}

/** A sentence for each that is missing, does not decode or has another size. */
export async function fileFaults(wanted) {
  const found = wanted.map(async ({ file, width, height }) => {
    try {
      const { info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
      return info.width === width && info.height === height ? [] : [`${file} is ${info.width} by ${info.height} instead of ${width} by ${height}.`];
    } catch (error) {
      return [`${file} is missing or does not decode: ${error.message}`];
    }
  });
  return (await Promise.all(found)).flat();
}
