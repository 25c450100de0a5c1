import { expect, it } from 'vitest'
import { measuresOf, parseDimensions, splitMeasurement } from './dimensions'

it('parses width, depth and height in every language', () => {
  expect(parseDimensions('150 × 60 × 210 sm')).toEqual({ width: '150', depth: '60', height: '210', unit: 'sm' })
  expect(parseDimensions('18 × 18 × 2,2 см')).toEqual({ width: '18', depth: '18', height: '2,2', unit: 'см' })
  expect(parseDimensions('9 × 4.5 × 44 cm')).toEqual({ width: '9', depth: '4.5', height: '44', unit: 'cm' })
})

it.each(['', '150 sm', 'about 150 × 60 × 210 cm', '150 × 60 cm'])('returns null for %j', (text) => {
  expect(parseDimensions(text)).toBeNull()
})

it('splits a line at its first colon', () => {
  expect(splitMeasurement('Drawer: 69 × 52 cm')).toEqual({ name: 'Drawer', value: '69 × 52 cm' })
  expect(splitMeasurement('No measure')).toEqual({ name: 'No measure', value: '' })
})

it.each([
  ['18', '2,2', 'sm', 180, 22],
  ['9', '4.5', 'cm', 90, 45],
  ['450', '22', 'мм', 450, 22],
])('gives %s and %s %s in millimetres', (width, height, unit, widthMm, heightMm) => {
  expect(measuresOf({ width, depth: '10', height, unit })).toMatchObject({ widthMm, heightMm })
})
