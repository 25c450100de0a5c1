import type { Language } from '@shared/language'
import type { Quote } from '@desk/api/records'

/** A designed piece of a quote that has a price. */
export interface DesignedPiece {
  itemId: number
  code: string
  quantity: number
  /** AZN. */
  total: number
  sentences: Readonly<Record<Language, string>>
}

/** The pieces of a quote that an offer can take over with their designs; a wish has no price. */
export const designedPieces = ({ items }: Quote): DesignedPiece[] =>
  items.flatMap(({ id, quantity, design }) => {
    const total = design?.total ?? null
    if (design === null || total === null) return []
    const { code, sentenceAz, sentenceRu, sentenceEn } = design
    return [{ itemId: id, code, quantity, total, sentences: { az: sentenceAz, ru: sentenceRu, en: sentenceEn } }]
  })

/** The range that the customer saw of a design, in AZN; undefined for one that no piece of the quote has. */
export const shownBand = (quote: Quote | undefined, code: string): { low: number; high: number } | undefined =>
  quote?.items.find(({ design }) => design?.code === code)?.design?.shown ?? undefined
