import { expect, it } from 'vitest'
import { checkPriceRange, normalizePrice } from './price-range'

it.each([
  ['', '', {}],
  ['36', '', {}],
  ['36', '36', {}],
  ['37', '36', { min: 'SHOP.PRICE_ORDER' }],
  ['100', '99', { min: 'SHOP.PRICE_ORDER' }],
  ['abc', '5', { min: 'SHOP.PRICE_NUMBER' }],
  ['5', '-1', { max: 'SHOP.PRICE_NUMBER' }],
])('%s to %s', (min, max, expected) => {
  expect(checkPriceRange(min, max)).toEqual(expected)
})

it('removes thousands separators', () => {
  expect(normalizePrice(' 5\u00a0940 ')).toBe('5940')
})
