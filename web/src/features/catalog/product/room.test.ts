import { expect, it } from 'vitest'
import { sizesOf } from '@/lib/quote/sizes'
import { product } from '@/testing/products'
import { roomPiece } from './room'

it.each([
  ['a wardrobe', {}, { width: 150, height: 210 }],
  ['measures of the catalog', { sizes: sizes(1804, 2500) }, { width: 180.4, height: 250 }],
  ['a joint', { categoryId: 3 }, null],
  ['a low piece', { externalMeasurement: '150 × 60 × 45 cm' }, null],
  ['an unknown measure', { externalMeasurement: '150 cm' }, null],
] as const)('%s', (_, given, expected) => {
  const shown = product({ id: 1, ...given })
  expect(roomPiece(shown, sizesOf(shown).own)).toEqual(expected)
})

function sizes(widthMm: number, heightMm: number) {
  return { fixed: false, own: { widthMm, depthMm: 600, heightMm }, usual: null }
}
