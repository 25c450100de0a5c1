import { expect, it } from 'vitest'
import { stockOf } from './wish'

it.each([
  [6, 100, true, 'PRODUCT.IN_STOCK', true],
  [null, 100, true, 'PRODUCT.MADE_TO_ORDER', true],
  [0, 100, true, 'PRODUCT.MADE_TO_ORDER', false],
  [6, 100, false, 'CART.NO_LONGER_SOLD', false],
  [6, null, true, 'CART.NO_LONGER_SOLD', false],
])('describes stock %j, price %j, active %j', (stockQuantity, price, isActive, key, buyable) => {
  const stock = stockOf({ stockQuantity, price, isActive })
  expect(stock.key).toBe(key)
  expect(stock.buyable).toBe(buyable)
})
