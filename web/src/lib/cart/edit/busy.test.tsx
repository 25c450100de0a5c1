import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { makeQueryClient } from '@shared/api/query-client'
import { useSession } from '@/lib/session'
import { server } from '@/testing/server'
import { useCartBusy } from './mutation'

it('is busy in the render that starts to load the cart', () => {
  server.use(http.get('*/api/v1.0/carts/current', () => HttpResponse.json({ success: true, data: null })))
  useSession.setState({ status: 'anonymous' })
  const client = makeQueryClient({ refetchOnWindowFocus: false })
  const renders: [status: string, busy: boolean][] = []
  const { unmount } = renderHook(
    () => {
      const status = useSession((state) => state.status)
      renders.push([status, useCartBusy()])
    },
    { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
  )
  expect(renders.at(-1)).toEqual(['anonymous', false])
  act(() => useSession.setState({ status: 'signed-in' }))
  expect(renders.find(([status]) => status === 'signed-in')).toEqual(['signed-in', true])
  unmount()
})
