import { expect, it } from 'vitest'
import { parseRange } from './range'

it.each([
  ['', '', { range: { min: null, max: null } }],
  ['36', '', { range: { min: 36, max: null } }],
  ['36', '36', { range: { min: 36, max: 36 } }],
  ['37', '36', { errors: { min: 'order' } }],
  ['100', '99', { errors: { min: 'order' } }],
  ['abc', '5', { errors: { min: 'number' } }],
  ['5', '-1', { errors: { max: 'number' } }],
  ['12345', '6.5.', { errors: { min: 'number', max: 'number' } }],
  ['1 249,55', '1 249,55', { range: { min: 1249, max: 1250 } }],
  ['', '9999.5', { errors: { max: 'number' } }],
  [' 5\u00a0940 ', '', { range: { min: 5940, max: null } }],
  ['1,500 ₼', '2.500,00 AZN', { range: { min: 1500, max: 2500 } }],
])('%s to %s', (min, max, expected) => {
  expect(parseRange(min, max, 4)).toEqual(expected)
})
