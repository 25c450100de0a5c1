import { expect, it } from 'vitest'
import { ofThem } from './of-them'

it('takes the suffix of the last word of a number', () => {
  const numbers = [0, 1, 2, 3, 6, 9, 10, 20, 30, 40, 54, 60, 70, 90, 100, 110, 200]
  expect(numbers.map((count) => ofThem(count, 'az')).join(' ')).toBe(
    '0-ı 1-i 2-si 3-ü 6-sı 9-u 10-u 20-si 30-u 40-ı 54-ü 60-ı 70-i 90-ı 100-ü 110-u 200-ü',
  )
})

it('leaves numbers of other languages as they are', () => {
  expect([ofThem(3, 'ru'), ofThem(3, 'en')]).toEqual(['3', '3'])
})
