import { expect, it } from 'vitest'
import { cartLine } from '@/testing/data'
import { priceChanges } from './price-changes'

it('returns the lines whose payable price differs', () => {
  const shown = [cartLine({ id: 1, price: 100 }), cartLine({ id: 2, price: 50 }), cartLine({ id: 3, price: 10 })]
  const now = [
    cartLine({ id: 1, price: 100, discount: 10 }),
    cartLine({ id: 2, price: 50, quantity: 7 }),
    cartLine({ id: 3, price: 0, sold: false }),
  ]
  expect(priceChanges(shown, now).map(({ line, before, after }) => [line.id, before, after])).toEqual([
    [1, 10_000, 9_000],
    [3, 1_000, null],
  ])
})

it('returns a removed line, and nothing for equal lines', () => {
  const line = cartLine({ id: 1, price: 100 })
  expect(priceChanges([line], [])).toHaveLength(1)
  expect(priceChanges([line], [line])).toEqual([])
})
