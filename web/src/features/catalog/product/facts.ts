import type { Product } from '@/lib/api/types'
import type { Language } from '@shared/language'

/**
 * Room in front of a piece that its doors need to open, in whole centimetres: the width of a leaf of hinged doors, 0 for sliding
 * ones; null without doors, or if the front or the measures are unknown.
 */
export function doorSwing({ front, sizes }: Pick<Product, 'front' | 'sizes'>): number | null {
  if (!front || !sizes || front.doors === 0 || front.kind === 'open') return null
  return front.kind === 'sliding' ? 0 : Math.ceil(sizes.own.widthMm / front.doors / 10)
}

/** A weight as a reader says it: kilograms to one decimal from 1 kg on, grams below. */
export function readableWeight(grams: number, language: Language): { unit: 'kilograms' | 'grams'; value: string } {
  if (grams < 1_000) return { unit: 'grams', value: String(grams) }
  const value = String(Math.round(grams / 100) / 10)
  return { unit: 'kilograms', value: language === 'en' ? value : value.replace('.', ',') }
}
