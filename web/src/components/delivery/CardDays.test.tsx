import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeQueryClient } from '@shared/api/query-client'
import { shopTerms } from '@/testing/content'
import { ok } from '@/testing/handlers/customer'
import { product } from '@/testing/products'
import { server } from '@/testing/server'
import { CardDays } from './CardDays'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T10:00:00+04:00') }))
afterEach(() => void vi.useRealTimers())

function show(stockQuantity: number | null) {
  server.use(http.get('*/api/v1.0/shop-terms', () => ok(shopTerms)))
  render(
    <QueryClientProvider client={makeQueryClient({ refetchOnWindowFocus: false })}>
      <CardDays product={product({ id: 1, stockQuantity })} />
    </QueryClientProvider>,
  )
}

it('names the last day of delivery of a product in stock', async () => {
  show(3)
  expect(await screen.findByText('With you by 26 November')).toBeVisible()
})

it.each([null, 0])('names the day on which a product is ready that has %j in stock', async (stockQuantity) => {
  show(stockQuantity)
  expect(await screen.findByText('About 22 December')).toBeVisible()
  expect(screen.getByText('Agreed this week, about 22 December')).toBeInTheDocument()
})
