import { expect, it } from 'vitest'
import { formatPhone } from './phone'

it.each([
  ['+994501234567', '+994 50 123 45 67'],
  ['+994 50 123 45 67', '+994 50 123 45 67'],
  ['+4930123456', '+4930123456'],
  ['+99450123456', '+99450123456'],
])('%s', (phone, shown) => {
  expect(formatPhone(phone)).toBe(shown)
})
