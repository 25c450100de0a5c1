import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
import { permissionValues } from '@shared/api/schema'
import { nigar, session, tural } from '@desk/testing/fixtures'
import { base, list, ok, refuse } from '@desk/testing/handlers'
import { visit } from '@desk/testing/render'

const owner = { ...tural, permissions: [...permissionValues] }
const warehouse = { ...nigar, role: 'warehouse' as const, permissions: ['orders.read' as const, 'orders.ship' as const] }

it.each([
  ['/quotes?status=new&assignee=me', 'quotes.csv', { status: 'new', assignee: 'me' }],
  ['/orders?status=Pending&sort=delivery', 'orders.csv', { status: 'Pending', sort: 'delivery' }],
  ['/customers?q=rauf', 'customers.csv', { q: 'rauf' }],
  ['/activity?service=order', 'activity.csv', { service: 'order' }],
])('saves %s as %s, after the code', async (path, file, filters) => {
  const names: string[] = []
  window.URL.createObjectURL = vi.fn(() => 'blob:file')
  window.URL.revokeObjectURL = vi.fn()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const asked: Record<string, string>[] = []
  const { user, state } = visit(
    path,
    owner,
    session(owner),
    http.get(`${base}/orders/counts`, () => ok({})),
    http.get(`${base}/orders`, () => list([])),
    http.get(`${base}/${file}`, ({ request }) => {
      if (!state.hasStepUp) return refuse(403, { general: 'DESK.STEP_UP' })
      asked.push(Object.fromEntries(new URL(request.url).searchParams))
      return new HttpResponse('﻿a;b\r\n', { headers: { 'Content-Type': 'text/csv; charset=utf-8' } })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.type(await screen.findByLabelText(/six-digit code/i), '407193')
  await waitFor(() => expect(names).toEqual([file]))
  expect(asked).toEqual([filters])
})

it('offers no file with contacts to the warehouse', async () => {
  visit(
    '/orders',
    warehouse,
    session(warehouse),
    http.get(`${base}/orders/counts`, () => ok({})),
    http.get(`${base}/orders`, () => list([])),
  )
  await screen.findByRole('heading', { name: 'Orders' })
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})
