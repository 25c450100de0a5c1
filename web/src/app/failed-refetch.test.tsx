import { QueryClient } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { http, type HttpHandler } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { standardPiece } from '@/lib/quote/pieces'
import { selectPiece } from '@/stores/selection'
import { campaign } from '@/testing/content'
import { cartItem, customer, errorResponse, home, ok, order, wish } from '@/testing/handlers/customer'
import { orderByLink, orderToken } from '@/testing/handlers/linked-order'
import { customerOffer, offerToken } from '@/testing/handlers/offer'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

interface ScreenCase {
  path: string
  /** Texts of the data. */
  shown: readonly (string | RegExp)[]
  handlers?: () => readonly HttpHandler[]
  prepare?: () => void
}

const leylas = () => customer({ cart: [cartItem(1, 1)], addresses: [home], wishes: [wish(1)], orders: [order('1042')] }).handlers

const cases: Record<string, ScreenCase> = {
  shop: { path: '/shop', shown: ['Wardrobe 2'] },
  search: { path: '/search?q=kitchen', shown: ['Kitchen 10'] },
  home: {
    path: '/',
    shown: ['Wardrobe 2', 'Stone worktop as a gift'],
    handlers: () => [http.get('*/api/v1.0/campaign/active', () => ok(campaign('2099-01-01T00:00:00Z')))],
  },
  product: { path: '/shop/2', shown: ['Wardrobe 2', 'Wardrobe 3'] },
  projects: { path: '/projects', shown: ['Project 1'] },
  'project category': { path: '/projects/category/kitchen', shown: ['Project 1'] },
  project: { path: '/projects/1', shown: ['Project 1'] },
  stores: { path: '/contact-us', shown: ['12 Example Street, Baku'] },
  'quote, products': { path: '/quote', shown: ['Wardrobe 2'] },
  'quote, form': { path: '/quote?product=2', shown: ['Wardrobe 2'] },
  selection: { path: '/selection', shown: ['Wardrobe 2'], prepare: () => selectPiece(standardPiece(2, 1, null)) },
  cart: { path: '/cart', shown: ['Wardrobe 1'], handlers: leylas },
  checkout: { path: '/checkout', shown: ['Complete the order'], handlers: leylas },
  'order confirmation': { path: '/order-confirmation?id=order-1042', shown: ['Order 1042'], handlers: leylas },
  dashboard: { path: '/account', shown: ['Order 1042'], handlers: leylas },
  orders: { path: '/account?section=orders', shown: ['Order 1042'], handlers: leylas },
  order: { path: '/account?section=orders&order=order-1042', shown: ['Order 1042'], handlers: leylas },
  addresses: { path: '/account?section=addresses', shown: [/Nümunə küç\. 12/], handlers: leylas },
  wishlist: { path: '/account?section=wishlist', shown: ['Wardrobe 1'], handlers: leylas },
  details: { path: '/account?section=account-details', shown: ['Save'], handlers: leylas },
  offer: { path: `/offer#${offerToken}`, shown: ['Corner kitchen, oak'], handlers: () => customerOffer().handlers },
  'order by link': { path: `/order#${orderToken}`, shown: ['Oak wardrobe, three doors'], handlers: () => orderByLink().handlers },
}

const notice = 'What you see could not be updated and may be out of date.'
const status = () => screen.getAllByRole('status').filter((region) => within(region).queryByText(notice) !== null)

afterEach(() => vi.restoreAllMocks())

describe('a failed refetch', () => {
  it.each(Object.entries(cases))('keeps the data of the screen: %s', async (_, { path, shown, handlers, prepare }) => {
    const mount = vi.spyOn(QueryClient.prototype, 'mount')
    prepare?.()
    if (handlers) server.use(...handlers())
    const { user } = visit(path)
    const expectShown = () => {
      for (const text of shown) expect(within(screen.getByRole('main')).getAllByText(text)).not.toHaveLength(0)
    }
    await waitFor(expectShown)
    const client = mount.mock.contexts[0] as QueryClient
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(screen.queryByText(notice)).toBeNull()

    let isDown = true
    server.use(http.all('*/api/v1.0/*', () => (isDown ? errorResponse(400) : undefined)))
    await act(() => client.invalidateQueries())
    expect(await screen.findByText(notice)).toBeVisible()
    expect(status()).toHaveLength(1)
    expectShown()
    expect(screen.queryByRole('alert')).toBeNull()

    isDown = false
    await user.click(within(status()[0] ?? document.body).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByText(notice)).toBeNull())
    expectShown()
  })

  it('on coming back online is reported again after it was closed and all was well', async () => {
    const mount = vi.spyOn(QueryClient.prototype, 'mount')
    const { user } = visit('/shop')
    await screen.findAllByText('Wardrobe 2')
    let isDown = true
    server.use(http.all('*/api/v1.0/*', () => (isDown ? errorResponse(400) : undefined)))
    const client = mount.mock.contexts[0] as QueryClient
    const comeBack = async (down: boolean) => {
      isDown = down
      await act(async () => {
        await client.invalidateQueries({ refetchType: 'none' })
        window.dispatchEvent(new Event('offline'))
        window.dispatchEvent(new Event('online'))
      })
    }
    await comeBack(true)
    await screen.findByText(notice)
    await user.click(within(status()[0] ?? document.body).getByRole('button', { name: 'Close' }))
    expect(screen.queryByText(notice)).toBeNull()
    await comeBack(false)
    await waitFor(() => expect(client.isFetching()).toBe(0))
    await comeBack(true)
    expect(await screen.findByText(notice)).toBeVisible()
    expect(screen.getAllByText('Wardrobe 2').length).toBeGreaterThan(0)
  })
})
