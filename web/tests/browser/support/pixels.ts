import type { Locator } from 'playwright-core'
import sharp from 'sharp'

/** Height of the buttons over a view, in CSS pixels. */
const buttonsHigh = 48

/** A view between its buttons, as red, green and blue of each pixel. */
export async function pixelsOf(view: Locator): Promise<Buffer> {
  const box = await view.boundingBox()
  if (box === null) throw new Error('the view is not shown')
  const clip = { ...box, y: box.y + buttonsHigh, height: box.height - 2 * buttonsHigh }
  return sharp(await view.page().screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer()
}

/** Number of the colours that a picture has. */
export function coloursIn(pixels: Buffer): number {
  const colours = new Set<number>()
  for (let at = 0; at + 2 < pixels.length; at += 3) colours.add(pixels.readUIntBE(at, 3))
  return colours.size
}

/** Share of the pixels that differ between two pictures of one size. */
export function changedShare(before: Buffer, after: Buffer): number {
  let changed = 0
  for (let at = 0; at + 2 < before.length; at += 3) {
    if (!before.subarray(at, at + 3).equals(after.subarray(at, at + 3))) changed += 3
  }
  return changed / before.length
}
