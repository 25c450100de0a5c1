import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { expect, it } from 'vitest'
import type { Me } from '@desk/api/records'
import { makeCustomerRow, raufId } from '@desk/testing/customers'
import { marina, nigar } from '@desk/testing/fixtures'
import { base, list, ok } from '@desk/testing/handlers'
import { makeOrder } from '@desk/testing/orders'
import { visit } from '@desk/testing/render'

it('finds records by one call, names what was not searched, and opens the picked one', async () => {
  const asked: string[] = []
  const order = makeOrder()
  const found = { quotes: [], orders: [order], customers: [makeCustomerRow()], products: [], missing: ['catalog'] }
  const search = http.get(`${base}/search`, ({ request }) => {
    asked.push(new URL(request.url).search)
    return ok(found)
  })
  const { user } = visit(`/quotes/${marina}`, undefined, undefined, search)
  await screen.findByRole('region', { name: `Quote ${marina}` })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'rauf')
  expect(await screen.findByRole('option', { name: new RegExp(order.orderNumber) })).toBeVisible()
  expect(screen.getByText('Not searched, the service does not answer: Products')).toBeVisible()
  await user.click(await screen.findByRole('option', { name: /050 000 11 22|\+994500001122/ }))
  await waitFor(() => expect(window.location.pathname).toBe(`/desk/customers/${raufId}`))
  expect(asked).toEqual(['?q=rauf'])
})

it('offers the calendar to those who plan visits only, as the sidebar does', async () => {
  const warehouse: Me = { ...nigar, role: 'warehouse', permissions: ['quotes.note', 'orders.read', 'orders.ship'] }
  const { user } = visit(
    '/orders',
    warehouse,
    undefined,
    http.get(`${base}/orders`, () => list([])),
  )
  expect(await screen.findAllByRole('link', { name: /Orders/ })).not.toEqual([])
  expect(screen.queryByRole('link', { name: /Calendar/ })).toBeNull()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'cal')
  expect(screen.queryByRole('option', { name: /Calendar/ })).toBeNull()
})
