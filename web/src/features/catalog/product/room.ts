import type { Language } from '@shared/language'
import type { Measures } from '@shared/measures'
import type { Product } from '@/lib/api/types'
import type { Niche } from '@/lib/niche/niche'

/** Width and height of a piece, in centimetres. */
export interface RoomPiece {
  width: number
  height: number
}

/** Heights of ceilings, in centimetres. */
export const ceilings = [250, 270, 300] as const
export type Ceiling = (typeof ceilings)[number]

/** Width and height of a niche, in centimetres; without a height it is open above. */
export interface RoomNiche {
  width: number
  height: number | null
}

/** Wardrobes and kitchens. */
const roomCategories: readonly number[] = [1, 2]
const minHeight = 60

/** Returns the size to show in a room; null for small pieces, joints, and measures that are not known. */
export function roomPiece({ categoryId }: Product, measures: Measures | null): RoomPiece | null {
  if (measures === null || !roomCategories.includes(categoryId)) return null
  const piece = { width: measures.widthMm / 10, height: measures.heightMm / 10 }
  return piece.height >= minHeight ? piece : null
}

export const roomNiche = ({ widthMm, heightMm }: Niche): RoomNiche => ({
  width: widthMm / 10,
  height: heightMm === null ? null : heightMm / 10,
})

/** `62,5` in az and ru, `62.5` in en. */
export function formatCentimetres(value: number, language: Language): string {
  const text = String(Math.round(value * 10) / 10)
  return language === 'en' ? text : text.replace('.', ',')
}
