import { expect, it } from 'vitest'
import { formatDiscount, formatWithCode, formatWithSign } from './money'

it.each([
  [124_900, 'az', '1\u00a0249,00\u00a0AZN', '1\u00a0249,00\u00a0₼'],
  [124_900, 'ru', '1\u00a0249,00\u00a0AZN', '1\u00a0249,00\u00a0₼'],
  [124_900, 'en', '1,249.00\u00a0AZN', '₼1,249.00'],
  [-114_300, 'en', '−1,143.00\u00a0AZN', '−₼1,143.00'],
  [5, 'en', '0.05\u00a0AZN', '₼0.05'],
  [123_456_789, 'en', '1,234,567.89\u00a0AZN', '₼1,234,567.89'],
] as const)('%i in %s', (amount, language, code, sign) => {
  expect(formatWithCode(amount, language)).toBe(code)
  expect(formatWithSign(amount, language)).toBe(sign)
})

it('writes discounts with a minus, not a hyphen', () => {
  expect(formatDiscount(15)).toBe('\u221215%')
})
