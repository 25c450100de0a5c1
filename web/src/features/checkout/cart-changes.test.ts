import { expect, it } from 'vitest'
import { cartLine } from '@/testing/data'
import { quantityChanges } from './cart-changes'

it('returns changed, removed and added lines', () => {
  const shown = [cartLine({ id: 1, quantity: 2 }), cartLine({ id: 2, quantity: 1 }), cartLine({ id: 3, quantity: 1 })]
  const now = [cartLine({ id: 1, quantity: 3 }), cartLine({ id: 3, quantity: 1 }), cartLine({ id: 4, quantity: 5 })]
  expect(quantityChanges(shown, now).map(({ line, before, after }) => [line.id, before, after])).toEqual([
    [1, 2, 3],
    [2, 1, 0],
    [4, 0, 5],
  ])
})
