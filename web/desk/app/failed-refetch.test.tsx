import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http, HttpResponse, type HttpHandler } from 'msw'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { queryClient } from '@desk/api/query-client'
import type { Me } from '@desk/api/records'
import { makeCustomer, makeCustomerRow, raufId } from '@desk/testing/customers'
import { inMinutes, marina, rashad, tural } from '@desk/testing/fixtures'
import { base, list, ok } from '@desk/testing/handlers'
import { draftId, sentOffer } from '@desk/testing/offers'
import { makeOrder } from '@desk/testing/orders'
import { visit } from '@desk/testing/render'
import { server } from '@desk/testing/server'

const owner: Me = { ...tural, permissions: [...tural.permissions, 'orders.create', 'customers.read'] }
const order = makeOrder()
const paper = {
  orderNumber: order.orderNumber,
  orderDate: order.orderDate,
  status: 'Processing',
  customerName: 'Rauf Nümunəyev',
  delivery: null,
  printedAt: inMinutes(0),
  printedBy: rashad,
  company: [],
  lines: [],
}

const handlers: HttpHandler[] = [
  http.get(`${base}/orders/counts`, () => ok({ open: 1, new: 0, deliveringTomorrow: 0, unpaid: 0, mine: 0, all: 1, byStatus: {} })),
  http.get(`${base}/orders`, () => list([order])),
  http.get(`${base}/orders/:number`, () => ok(order)),
  http.get(`${base}/orders/:number/paper/pick`, () => ok(paper)),
  http.get(`${base}/orders/:number/paper/delivery`, () =>
    ok({ ...paper, shippingAddress: order.shippingAddress, deliveryPrice: 0, totalAmount: 1, paidAmount: 0, balance: 1 }),
  ),
  http.get(`${base}/customers`, () => list([makeCustomerRow()])),
  http.get(`${base}/customers/:id`, () => ok(makeCustomer())),
  http.get(`${base}/offers/:id`, () => ok(sentOffer('sent'))),
]

interface Case {
  path: string
  /** Finds what is shown once it is loaded. */
  shown: () => Promise<HTMLElement>
  open?: (user: UserEvent) => Promise<void>
}

const text = (content: string) => async () => {
  const [first] = await screen.findAllByText(content)
  if (first === undefined) throw new Error(`no ${content}`)
  return first
}

const cases: Record<string, Case> = {
  'the list of quotes': { path: '/quotes', shown: text('Orxan Nəsirov') },
  'a quote': { path: `/quotes/${marina}`, shown: () => screen.findByRole('list', { name: 'Timeline' }) },
  'an offer': { path: `/quotes/${marina}/offer/${draftId}`, shown: text('Кухня угловая, дуб') },
  'the link of an offer': {
    path: `/quotes/${marina}/offer/${draftId}`,
    open: async (user) => {
      for (const button of (await screen.findAllByRole('button', { name: 'Link and WhatsApp' })).slice(0, 1)) await user.click(button)
    },
    shown: () => screen.findByDisplayValue(/shop\.example/),
  },
  'the list of orders': { path: '/orders', shown: text('Rauf Nümunəyev') },
  'an order': { path: `/orders/${order.orderNumber}`, shown: text('Oak wardrobe') },
  'a pick slip': {
    path: `/orders/${order.orderNumber}/paper/pick`,
    shown: () => screen.findByRole('article', { name: `Pick slip ${order.orderNumber}` }),
  },
  'a delivery note': {
    path: `/orders/${order.orderNumber}/paper/delivery`,
    shown: () => screen.findByRole('article', { name: `Delivery note ${order.orderNumber}` }),
  },
  'the products of a new order': {
    path: '/orders/new',
    open: async (user) => {
      await user.click(await screen.findByRole('button', { name: 'From the catalogue' }))
      await user.type(await screen.findByRole('searchbox'), 'slides')
    },
    shown: text('Drawer slides'),
  },
  'the list of customers': { path: '/customers', shown: text('Rauf Nümunəyev') },
  'a customer': { path: `/customers/${raufId}`, shown: text('Nümunə küçəsi 12') },
  'the team': { path: '/team', shown: text('Kamran Vəliyev') },
  'the activity': { path: '/activity', shown: text('changed the status of an order') },
  'the second factors': { path: '/me', shown: text('Telefon') },
  'the devices': { path: '/me', shown: text('Chrome, Windows') },
}

const defaults = queryClient.getDefaultOptions()
beforeEach(() => queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false } }))
afterEach(() => queryClient.setDefaultOptions(defaults))

it.each(Object.entries(cases))('keeps %s after a failed refetch, and loads it again on demand', async (_, { path, shown, open }) => {
  const { user } = visit(path, owner, undefined, ...handlers)
  await open?.(user)
  await shown()
  let isAway = true
  server.use(http.get('*/api/v1.0/*', () => (isAway ? new HttpResponse(null, { status: 503 }) : undefined)))
  await act(() => queryClient.invalidateQueries())
  expect(await shown()).toBeVisible()
  const notices = await screen.findAllByText('This could not be refreshed. What you see may be out of date.')
  expect(screen.queryByRole('alert')).toBeNull()
  isAway = false
  for (const notice of notices) {
    const status = notice.closest<HTMLElement>('[role=status]')
    if (status === null) throw new Error('the notice is not announced')
    // A dialog hides what is below it.
    fireEvent.click(within(status).getByRole('button', { name: 'Retry', hidden: true }))
  }
  await waitFor(() => expect(screen.queryByText('This could not be refreshed. What you see may be out of date.')).toBeNull())
})
