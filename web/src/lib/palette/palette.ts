import type { Swatch } from '@/components/Swatches'
import colours from './palette.json'

type Colour = (typeof colours)[keyof typeof colours]
const bySlug = new Map<string, Colour>(Object.entries(colours))

/** The colours of a product that the palette knows, in the product's order. */
export function paletteColours(slugs: readonly string[]): Swatch[] {
  return slugs.flatMap((slug) => {
    const colour = bySlug.get(slug)
    return colour === undefined ? [] : [{ slug, swatch: colour.swatch, names: colour }]
  })
}
