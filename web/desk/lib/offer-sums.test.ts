import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isLineOverLimit, offerSums, type SummedLine } from './offer-sums'

/** Repeatable random whole numbers below a bound. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const cases = Array.from({ length: 500 }, (_, seed) => {
  const random = randomFrom(seed + 1)
  const lines: SummedLine[] = Array.from({ length: random(12) }, () => ({
    // Up to the largest sum of the contract, 10,000,000 AZN.
    listPrice: random(seed % 5 === 0 ? 1_000_000_001 : 2_000_000),
    discount: random(100),
    quantity: 1 + random(99),
  }))
  return { lines, deliveryPrice: random(100_000), depositPercent: random(101) }
})

/** The rule in whole numbers of any size: half up of a quotient. */
const halfUp = (amount: bigint, percent: bigint) => (amount * percent * 2n + 100n) / 200n

describe('offerSums', () => {
  it('follows the rule of the contract exactly, also for the largest sums', () => {
    for (const { lines, deliveryPrice, depositPercent } of cases) {
      const sums = offerSums(lines, deliveryPrice, depositPercent)
      const units = lines.map(({ listPrice, discount }) => halfUp(BigInt(listPrice), BigInt(100 - discount)))
      expect(sums.lines.map(({ unitPrice }) => BigInt(unitPrice))).toEqual(units)
      const linesTotal = lines.reduce((sum, { quantity }, at) => sum + (units[at] ?? 0n) * BigInt(quantity), 0n)
      expect(BigInt(sums.total)).toBe(linesTotal + BigInt(deliveryPrice))
      expect(BigInt(sums.deposit)).toBe(halfUp(BigInt(sums.total), BigInt(depositPercent)))
    }
  })

  it('parts the list total into the total and the discount', () => {
    for (const { lines, deliveryPrice, depositPercent } of cases) {
      const { listTotal, discountTotal, total, deposit } = offerSums(lines, deliveryPrice, depositPercent)
      expect(total - deliveryPrice + discountTotal).toBe(listTotal)
      expect(discountTotal).toBeGreaterThanOrEqual(0)
      expect(deposit).toBeLessThanOrEqual(total)
      expect(Number.isSafeInteger(total)).toBe(true)
    }
  })

  it('does not depend on the order of the lines', () => {
    for (const { lines, deliveryPrice, depositPercent } of cases) {
      const { lines: summed, ...sums } = offerSums(lines, deliveryPrice, depositPercent)
      const reversed = offerSums([...lines].reverse(), deliveryPrice, depositPercent)
      expect(reversed).toEqual({ ...sums, lines: [...summed].reverse() })
    }
  })

  it('sums the example of the design', () => {
    const lines = [
      { listPrice: 684_000, discount: 15, quantity: 1 },
      { listPrice: 78_000, discount: 15, quantity: 1 },
      { listPrice: 24_000, discount: 0, quantity: 1 },
      { listPrice: 3_445, discount: 0, quantity: 6 },
    ]
    expect(offerSums(lines, 0, 30)).toMatchObject({ listTotal: 806_670, discountTotal: 114_300, total: 692_370, deposit: 207_711 })
  })

  it('rounds half a qəpik up', () => {
    expect(offerSums([{ listPrice: 5, discount: 10, quantity: 3 }], 0, 50)).toMatchObject({
      lines: [{ unitPrice: 5, subtotal: 15 }],
      deposit: 8,
    })
  })
})

interface SharedCase {
  case: string
  listPriceMinor: number
  discount: number
  catalog: { priceMinor: number; discount: number } | null
  limit: number
  isOver: boolean
}

describe('isLineOverLimit', () => {
  const cases = JSON.parse(readFileSync('../services/inquiry/testdata/line-limits.json', 'utf8')) as SharedCase[]
  it.each(cases)('follows the rule of the service: $case', ({ listPriceMinor, discount, catalog, limit, isOver }) => {
    const product = catalog === null ? null : { price: catalog.priceMinor, discount: catalog.discount }
    expect(isLineOverLimit({ listPrice: listPriceMinor, discount, quantity: 1 }, product, limit)).toBe(isOver)
  })
})
