import { expect, it } from 'vitest'
import { understood } from './understood'

it.each([
  ['1.250', '1 250,00 ₼'],
  ['1,25', undefined],
  ['6840', '6 840,00 ₼'],
  ['1 250,00', undefined],
  ['120', undefined],
  ['', undefined],
  ['soon', undefined],
])('%s is understood as %s', (text, sum) => {
  expect(understood(text, 'az')?.replace(/\s/g, ' ')).toBe(sum)
})
