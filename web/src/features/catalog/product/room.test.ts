import { expect, it } from 'vitest'
import { sizesOf } from '@/lib/quote/sizes'
import { product } from '@/testing/products'
import { frontPath, roomPiece } from './room'

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

it('draws doors over drawers and legs within the piece', () => {
  const path = frontPath({ kind: 'doors', doors: 3, drawers: 4, drawerRows: 2, legs: true }, { width: 150, height: 210 }, 250)
  const points = [...path.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)
  expect(points.length).toBe(2 + 2 + 3 + 2 + 2 + 4)
  for (const [x, y] of points) {
    expect(x).toBeGreaterThanOrEqual(250)
    expect(x).toBeLessThanOrEqual(400)
    expect(y).toBeLessThanOrEqual(0)
    expect(y).toBeGreaterThanOrEqual(-210)
  }
})
