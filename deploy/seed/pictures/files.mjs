// The files of a photograph, `<stem>-<width>.{avif,webp}`: in its full width, and in the smaller standard widths.
import { sharp } from "./sharp.mjs";

const PRODUCT_WIDTHS = [480, 768];
const PAGE_WIDTHS = [480, 960];
const FORMATS = ["webp", "avif"];

const upTo = (standard) => (full) => [...standard.filter((width) => width < full), full];

/** Returns the file widths of a product's picture, in pixels. */
export const productWidths = upTo(PRODUCT_WIDTHS);

/** Returns the file widths of a picture of the pages, a project, a store or a campaign, in pixels. */
export const pageWidths = upTo(PAGE_WIDTHS);

/** Lists all files of a picture with their sizes. */
export function files(stem, { width, height }, widths) {
  return widths.flatMap((each) => FORMATS.map((format) => ({ file: `${stem}-${each}.${format}`, format, width: each, height: Math.round((height * each) / width) })));
}

/** Returns an error for each file that is missing, does not decode or has another size. */
export async function fileErrors(expected) {
  const results = expected.map(async ({ file, width, height }) => {
    try {
      const { info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
      return info.width === width && info.height === height ? [] : [`${file} is ${info.width} by ${info.height} instead of ${width} by ${height}.`];
    } catch (error) {
      return [`${file} is missing or does not decode: ${error.message}`];
    }
  });
  return (await Promise.all(results)).flat();
}
