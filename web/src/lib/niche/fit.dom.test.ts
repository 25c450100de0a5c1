import { describe, expect, it } from 'vitest'
import { t } from '@/lib/i18n/instance'
import type { Product } from '@/lib/api/types'
import { product } from '@/testing/products'
import { fitOf, isMadeTo } from './fit'
import { fitText } from './fit-text'

const usual = { widthMm: [400, 4000], depthMm: [300, 800], heightMm: [800, 3000] }

/** A wardrobe of a width and a height in millimetres. */
const wardrobe = (widthMm: number, heightMm: number, more: Partial<Product> = {}) =>
  product({ id: 1, sizes: { fixed: false, own: { widthMm, depthMm: 600, heightMm }, usual }, ...more })

const niche = { widthMm: 2430, heightMm: 2620 }
const said = (piece: Product, size: { widthMm: number; heightMm: number | null } = niche) => {
  const fit = fitOf(piece, size)
  return fit === null ? null : fitText(t, 'en', fit)
}

describe('a product in a niche', () => {
  it.each([
    ['fits with what is left', wardrobe(2400, 2600), 'Fits, 3 cm left'],
    ['fits exactly', wardrobe(2430, 2620), 'Fits exactly'],
    ['is made to the niche if it is too wide', wardrobe(2500, 2300), 'We make it to 243\u00a0×\u00a0262\u00a0cm'],
    ['is made to the niche if it is too tall', wardrobe(1500, 2700), 'We make it to 243\u00a0×\u00a0262\u00a0cm'],
    ['has its measures in a text, too', product({ id: 1, externalMeasurement: '240 × 60 × 260 cm' }), 'Fits, 3 cm left'],
    [
      'is too wide if it has one size',
      wardrobe(2500, 2300, { sizes: { fixed: true, own: { widthMm: 2500, depthMm: 600, heightMm: 2300 }, usual: null } }),
      '7 cm too wide',
    ],
    [
      'is too tall if it has one size',
      wardrobe(1500, 2700, { sizes: { fixed: true, own: { widthMm: 1500, depthMm: 600, heightMm: 2700 }, usual: null } }),
      '8 cm too tall',
    ],
    ['has no answer if its measures are not known', product({ id: 1, externalMeasurement: 'as you like' }), null],
    ['has no answer if it is a joint', product({ id: 1, categoryId: 3 }), null],
  ])('%s', (_, piece, expected) => {
    expect(said(piece)).toBe(expected)
  })

  it('may be of any height if that of the niche is not known', () => {
    expect(said(wardrobe(2400, 2900), { widthMm: 2430, heightMm: null })).toBe('Fits, 3 cm left')
    expect(said(wardrobe(2500, 2900), { widthMm: 2430, heightMm: null })).toBe('We make it to 243\u00a0cm')
  })

  it('is not made narrower than usual', () => {
    expect(said(wardrobe(500, 2100), { widthMm: 450, heightMm: null })).toBe('5 cm too wide')
    expect(isMadeTo(wardrobe(500, 2100), { widthMm: 450, heightMm: null })).toBe(false)
  })

  it('is made with the gaps of the workshop', () => {
    expect(fitOf(wardrobe(2500, 2300), niche)?.piece).toEqual({ widthMm: 2370, depthMm: 600, heightMm: 2580 })
  })

  it('keeps its own width in a niche that is wider than what is made', () => {
    const fit = fitOf(wardrobe(1500, 2700), { widthMm: 6000, heightMm: 2620 })
    expect(fit).toMatchObject({ kind: 'made', piece: { widthMm: 1500, heightMm: 2580 }, size: { widthMm: 1500, heightMm: 2620 } })
  })
})
