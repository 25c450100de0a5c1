import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { discountedQepik, effectivePercent, totalQepik, toQepik, unitPrice } from './price'

describe('discountedQepik', () => {
  it.each([
    [124_900, 15, 106_165],
    [124_955, 15, 106_212], // 1 062.1175 goes down
    [50, 1, 50], // 0.495 goes up
    [1, 50, 1], // half goes up
    [1, 51, 0],
    [100, 0, 100],
    [100, 99, 1],
    [0, 50, 0],
  ])('%i less %i %%', (price, percent, expected) => {
    expect(discountedQepik(price, percent)).toBe(expected)
  })
})

describe('effectivePercent', () => {
  it.each([
    [{ discount: 10, userSpecificDiscount: 5 }, 5],
    [{ discount: 10, userSpecificDiscount: 0 }, 10],
    [{ discount: 10, userSpecificDiscount: null }, 10],
    [{ discount: null }, 0],
    [{}, 0],
  ])('%o', (item, expected) => {
    expect(effectivePercent(item)).toBe(expected)
  })
})

it('converts inexact floats to whole qəpik', () => {
  expect(toQepik(1.1)).toBe(110)
  expect(toQepik(4.35)).toBe(435)
  expect(toQepik(1249.55)).toBe(124_955)
})

it('rounds unit prices before multiplying', () => {
  expect(unitPrice({ price: 0.99, discount: 50 }).payable).toBe(50)
  expect(totalQepik([{ price: 0.99, discount: 50, quantity: 3 }])).toBe(150)
})

interface SharedCase {
  priceMinor: number
  discountPercent: number
  userDiscountPercent: number
  discountedMinor: number
}

describe('cases shared with the services', () => {
  const cases = JSON.parse(readFileSync('../services/kit/testdata/prices.json', 'utf8')) as SharedCase[]

  it.each(cases)('$priceMinor qəpik, $discountPercent %, own $userDiscountPercent %', (shared) => {
    const item = {
      price: shared.priceMinor / 100,
      discount: shared.discountPercent,
      userSpecificDiscount: shared.userDiscountPercent,
    }
    expect(unitPrice(item).payable).toBe(shared.discountedMinor)
  })
})
