import type { Language } from '@shared/language'
import colours from './palette.json'

export interface Swatch {
  slug: string
  /** CSS colour. */
  swatch: string
  names: Readonly<Record<Language, string>>
}

type Colour = (typeof colours)[keyof typeof colours]
const bySlug = new Map<string, Colour>(Object.entries(colours))

/** The name of a colour; the slug itself where the palette lacks it, and empty for none. */
export function colourName(slug: string | null, language: Language): string {
  return slug === null ? '' : (bySlug.get(slug)?.[language] ?? slug)
}

/** Returns the colours of the palette with these slugs, in the given order; unknown slugs are skipped. */
export function paletteColours(slugs: readonly string[]): Swatch[] {
  return slugs.flatMap((slug) => {
    const colour = bySlug.get(slug)
    return colour === undefined ? [] : [{ slug, swatch: colour.swatch, names: colour }]
  })
}
