import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ShopTerms } from '@/lib/api/types'
import { shopTerms } from '@/testing/content'
import { cartItem, customer, ok } from '@/testing/handlers/customer'
import { product } from '@/testing/products'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

/** Serves a cart of products with these numbers of pieces in stock. */
function serve(terms: ShopTerms | null, stocks: readonly (number | null)[]) {
  const ids = stocks.map((_, index) => index + 1)
  server.use(
    ...customer({ cart: ids.map((id) => cartItem(id, 1)) }).handlers,
    http.get('*/api/v1.0/shop-terms', () => ok(terms)),
    http.get('*/api/v1.0/products', () =>
      HttpResponse.json({
        success: true,
        data: stocks.map((stockQuantity, index) => product({ id: index + 1, stockQuantity })),
        totalRecords: stocks.length,
      }),
    ),
  )
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T10:00:00+04:00') }))
afterEach(() => void vi.useRealTimers())

describe('the days of an order', () => {
  it.each([
    ['/cart', 'From stock', 'Baku, Sumgait: 25–26 November', 'Made to order', 'about 22 December, if agreed this week'],
    ['/ru/cart', 'Со склада', 'Баку, Сумгаит: 25–26 ноября', 'Делаем на заказ', 'примерно 22 декабря, если договоримся на этой неделе'],
    ['/az/checkout', 'Anbardan', 'Bakı, Sumqayıt: 25–26 noyabr', 'Sifarişlə hazırlanır', 'təxminən 22 dekabr, bu həftə razılaşsanız'],
  ])('are those of stock and of what is made to order: %s', async (path, stock, days, made, ready) => {
    serve(shopTerms, [4, null])
    visit(path)
    expect(await screen.findByText(stock)).toBeVisible()
    expect(screen.getByText(days)).toBeVisible()
    expect(screen.getByText(made)).toBeVisible()
    expect(screen.getByText(ready)).toBeVisible()
  })

  it('are those of stock alone, without the name of the only city', async () => {
    serve({ ...shopTerms, delivery: shopTerms.delivery.slice(0, 1) }, [4, 1])
    visit('/cart')
    expect(await screen.findByText('25–26 November')).toBeVisible()
    expect(screen.queryByText('Made to order')).not.toBeInTheDocument()
  })

  it('are absent without terms', async () => {
    serve(null, [null])
    visit('/cart')
    expect(await screen.findByText('Subtotal')).toBeVisible()
    expect(screen.queryByText('Made to order')).not.toBeInTheDocument()
  })
})
