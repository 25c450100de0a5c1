import { describe, expect, it } from 'vitest'
import { formatAmount } from '@shared/money'
import { languages } from '@shared/language'
import { parseAmount } from './amount'
import { parseWhole } from './whole'

describe('parseAmount', () => {
  it.each([
    ['6840', 684_000],
    ['6 840,00', 684_000],
    ['6,840.00', 684_000],
    ['6,840', 684_000],
    ['34.5', 3_450],
    ['0', 0],
    ['12,3 ₼', 1_230],
    ['10000000', 1_000_000_000],
    ['10000000.01', null],
    ['', null],
    ['-5', null],
    ['1,2345', null],
    ['six', null],
    ['1e3', null],
  ])('reads %s', (text, amount) => {
    expect(parseAmount(text)).toBe(amount)
  })

  it('reads what is shown, in each language', () => {
    for (const language of languages) {
      for (let amount = 0; amount < 1_000_000_000; amount = amount * 3 + 7) expect(parseAmount(formatAmount(amount, language))).toBe(amount)
    }
  })
})

describe('parseWhole', () => {
  it.each([
    ['15 %', 15],
    ['0', 0],
    ['99', 99],
    ['100', null],
    ['1.5', null],
    ['', null],
  ])('reads %s', (text, value) => {
    expect(parseWhole(text, 0, 99)).toBe(value)
  })
})
