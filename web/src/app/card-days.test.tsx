import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { shopTerms } from '@/testing/content'
import { ok } from '@/testing/handlers/customer'
import { product } from '@/testing/products'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { showLaterView } from './later-view'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T10:00:00+04:00') }))
afterEach(() => void vi.useRealTimers())

it('names in each card of the shop the day of delivery or the day about which the piece is ready', async () => {
  const data = [product({ id: 1, stockQuantity: 3 }), product({ id: 2, stockQuantity: 0 })]
  server.use(
    http.get('*/api/v1.0/products', () => HttpResponse.json({ success: true, message: null, data, totalRecords: 2, totalPages: 1 })),
    http.get('*/api/v1.0/shop-terms', () => ok(shopTerms)),
  )
  visit('/shop')
  const cards = await screen.findAllByRole('article')
  showLaterView()
  const [inStock, soldOut] = cards.map((card) => within(card))
  expect(await inStock?.findByText('With you by 26 November')).toBeVisible()
  expect(soldOut?.getByText('About 22 December')).toBeVisible()
})
