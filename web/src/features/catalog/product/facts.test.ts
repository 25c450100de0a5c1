import { expect, it } from 'vitest'
import type { Product } from '@/lib/api/types'
import { doorSwing, readableWeight } from './facts'

const sizes = { fixed: false, own: { widthMm: 1500, depthMm: 600, heightMm: 2100 }, usual: null }
const front = { kind: 'doors', doors: 3, drawers: 2, drawerRows: 1, legs: true } as const

it.each([
  ['hinged doors', { sizes, front }, 50],
  ['leaves of an uneven width', { sizes, front: { ...front, doors: 4 } }, 38],
  ['sliding doors', { sizes, front: { ...front, kind: 'sliding' } }, 0],
  ['an open piece', { sizes, front: { ...front, kind: 'open', doors: 0 } }, null],
  ['no doors', { sizes, front: { ...front, doors: 0 } }, null],
  ['an unknown front', { sizes, front: null }, null],
  ['unknown measures', { sizes: null, front }, null],
  ['a product of a card', {}, null],
] as const satisfies readonly (readonly [string, Partial<Product>, number | null])[])('knows the room that %s need', (_, product, room) => {
  expect(doorSwing(product as Product)).toBe(room)
})

it.each([
  [850, 'en', 'grams', '850'],
  [999, 'az', 'grams', '999'],
  [1_000, 'en', 'kilograms', '1'],
  [62_540, 'en', 'kilograms', '62.5'],
  [62_540, 'az', 'kilograms', '62,5'],
  [142_000, 'ru', 'kilograms', '142'],
] as const)('says %i g in %s', (grams, language, unit, value) => {
  expect(readableWeight(grams, language)).toEqual({ unit, value })
})
