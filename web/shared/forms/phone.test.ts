import { expect, it } from 'vitest'
import { normalizePhone, phonePattern } from './phone'

it.each([
  ['050 123 45 67', true],
  ['+994 (50) 123-45-67', true],
  ['050 123 45', false],
  ['1234567890123456', false],
  ['+1234567890', true],
  ['050 123 45 6a', false],
  ['++0501234567', false],
  ['', false],
])('%s', (value, valid) => {
  expect(phonePattern.test(normalizePhone(value))).toBe(valid)
})
