import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { makeQueryClient } from '@shared/api/query-client'
import { customer } from '@/testing/handlers/customer'
import { product } from '@/testing/products'
import { server } from '@/testing/server'
import { AddToCartButton } from './AddToCartButton'

afterEach(() => void vi.restoreAllMocks())

const icon = () => screen.getByRole('button').querySelector('svg')

it('spins for a second and shows a check for three', async () => {
  const setTimeout = vi.spyOn(window, 'setTimeout')
  const pass = (milliseconds: number) =>
    act(() => {
      for (const [due, after] of setTimeout.mock.calls) if (after === milliseconds && typeof due === 'function') due()
    })
  const { state, handlers } = customer()
  server.use(...handlers)
  render(
    <QueryClientProvider client={makeQueryClient({ refetchOnWindowFocus: false })}>
      <AddToCartButton product={product({ id: 1 })} />
    </QueryClientProvider>,
  )
  expect(icon()).toHaveClass('lucide-shopping-bag')

  await userEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(state.cart).toHaveLength(1))
  await waitFor(() => expect(icon()?.getAttribute('class')).toMatch(/turn/))
  pass(1_000)
  expect(icon()).toHaveClass('lucide-check')
  pass(3_000)
  expect(icon()).toHaveClass('lucide-shopping-bag')
})
