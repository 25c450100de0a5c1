import { expect, it } from 'vitest'
import { placeLine } from './place-line'

it.each([
  ['Bakı', 'Bakı', 'AZ1000', 'Bakı, AZ1000'],
  ['Баку', ' баку ', 'AZ1000', 'Баку, AZ1000'],
  ['Xırdalan', 'Abşeron', 'AZ0100', 'Xırdalan, Abşeron, AZ0100'],
  ['Bakı', '', ' ', 'Bakı'],
])('writes %s, %s, %s once each', (city, region, code, expected) => {
  expect(placeLine(city, region, code)).toBe(expected)
})
