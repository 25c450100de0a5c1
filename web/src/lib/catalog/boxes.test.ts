import { expect, it } from 'vitest'
import { findDimensions, findNiche } from './boxes'

it.each([
  ['180 × 60 × 250 sm, tünd palıd', '180', 'sm'],
  ['Кухня 285,5х215х235 см', '285,5', 'см'],
  ['Oak, 60*60*235 cm; door left', '60', 'cm'],
])('finds the box in %j', (text, width, unit) => {
  expect(findDimensions(text)).toMatchObject({ width, unit })
})

it.each(['', '285 × 215 cm', '0 × 60 × 250 cm', '60 × 60 × 235', '2 × 3 × 4 cmx'])('finds no box in %j', (text) => {
  expect(findDimensions(text)).toBeNull()
})

it('finds the niche of a piece, and no other second box', () => {
  expect(findNiche('237 × 60,5 × 258 sm (niş 243 × 61,5 × 262 sm), ağ')).toMatchObject({ width: '243', depth: '61,5', unit: 'sm' })
  expect(findNiche('237 × 60 × 258 cm (niche 243 × 61 × 261 cm)')).toBeNull()
  expect(findNiche('237 × 60 × 258 cm, drawer 69 × 52 × 36 cm')).toBeNull()
  expect(findNiche('243 × 61 × 262 cm')).toBeNull()
})
