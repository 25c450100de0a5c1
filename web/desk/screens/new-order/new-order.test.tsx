import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Me } from '@desk/api/records'
import { nigar } from '@desk/testing/fixtures'
import { makeCustomer, makeCustomerRow } from '@desk/testing/customers'
import { base, list, ok, refuse } from '@desk/testing/handlers'
import { makeOrder } from '@desk/testing/orders'
import { visit, violations } from '@desk/testing/render'
import { checkOrder, emptyOrder, refusedOrder } from './draft'
import { freeLine } from '@desk/components/lines/line'

const sales: Me = { ...nigar, permissions: [...nigar.permissions, 'orders.read', 'orders.create'] }
const today = '2026-11-23'

const complete = () => ({
  ...emptyOrder('en'),
  firstName: 'Leyla',
  phone: '050 000 12 34',
  lines: [{ ...freeLine(), name: 'Shelf', listPrice: '120', discount: '10', quantity: '2' }],
})

describe('an order by hand', () => {
  it('sums its lines as the service does', () => {
    const { body } = checkOrder({ ...complete(), deliveryPrice: '15.50' }, today)
    expect(body).toMatchObject({
      deliveryPrice: 15.5,
      expectedTotal: 231.5,
      lines: [{ quantity: 2, listPrice: 120, discount: 10, isMadeToOrder: false }],
    })
  })

  it('needs name, telephone and a line, and the address only for a delivery', () => {
    expect(Object.keys(checkOrder(emptyOrder('en'), today).errors).sort()).toEqual(['firstName', 'lines', 'phone'])
    expect(checkOrder(complete(), today).errors).toEqual({})
    expect(Object.keys(checkOrder({ ...complete(), handOver: 'delivery' }, today).errors).sort()).toEqual(['address', 'city'])
  })

  it('plans no delivery in the past, and both hours or none', () => {
    const planned = { ...complete(), handOver: 'pickup' as const, on: '2026-11-22', from: '10:00' }
    expect(checkOrder(planned, today).errors).toEqual({ on: 'FIELD.OUT_OF_RANGE', to: 'FIELD.REQUIRED' })
  })

  it('shows refusals at their lines and fields', () => {
    const draft = complete()
    const key = draft.lines[0]?.key ?? ''
    const refusals = {
      'lines[0]': 'ORDER.NOT_ENOUGH',
      'lines[0].discount': 'ORDER.DISCOUNT_OVER_LIMIT',
      'shippingAddress.phone': 'FIELD.INVALID',
    }
    expect(refusedOrder(draft, refusals)).toEqual({
      [`${key}.line`]: 'ORDER.NOT_ENOUGH',
      [`${key}.discount`]: 'ORDER.DISCOUNT_OVER_LIMIT',
      phone: 'FIELD.INVALID',
    })
  })
})

describe('the screen of a new order', () => {
  function visitNew(isRefused = false) {
    const sent: { body: Record<string, unknown>; key: string | null }[] = []
    const order = makeOrder({ orderNumber: 'SB-2C4E6G8J' })
    const opened = visit(
      '/orders/new',
      sales,
      undefined,
      http.post(`${base}/orders`, async ({ request }) => {
        sent.push({ body: (await request.json()) as Record<string, unknown>, key: request.headers.get('Idempotency-Key') })
        return isRefused && sent.length === 1 ? refuse(409, { 'lines[0].discount': 'ORDER.DISCOUNT_OVER_LIMIT' }) : ok(order)
      }),
      http.get(`${base}/orders/:number`, () => ok(order)),
    )
    return { ...opened, sent }
  }

  async function fillIn(user: ReturnType<typeof visitNew>['user']) {
    await user.click(await screen.findByRole('button', { name: 'Free line' }))
    await user.type(screen.getByRole('textbox', { name: /Name.*1/ }), 'Shelf')
    await user.type(screen.getByRole('textbox', { name: /Price.*1/ }), '120')
    await user.type(screen.getByLabelText('First name'), 'Leyla')
    await user.type(screen.getByLabelText('Phone'), '050 000 12 34')
  }

  it('creates an order, and shows it', async () => {
    const { user, sent } = visitNew()
    await fillIn(user)
    expect(await violations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Create the order' }))
    await waitFor(() => expect(window.location.pathname).toBe('/desk/orders/SB-2C4E6G8J'))
    expect(sent[0]?.body).toMatchObject({ source: 'walkIn', language: 'az', expectedTotal: 120, delivery: null })
    expect(sent[0]?.key).not.toBeNull()
    expect(Object.keys(localStorage).filter((name) => name.endsWith('.new-order'))).toEqual([])
  })

  it('keeps what was typed when it is refused, and after a reload', async () => {
    const { user, sent } = visitNew(true)
    await fillIn(user)
    await user.click(screen.getByRole('button', { name: 'Create the order' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The discount is above your limit')
    expect(screen.getByRole('textbox', { name: /Discount.*1/ })).toBeInvalid()
    expect(screen.getByLabelText('Phone')).toHaveValue('050 000 12 34')
    expect(localStorage.getItem(`desk.draft.${sales.id}.new-order`)).toContain('Shelf')
    await user.click(screen.getByRole('button', { name: 'Create the order' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.key).toBe(sent[0]?.key)
  })

  it('begins with the telephone and takes a known customer over', async () => {
    const found = http.get(`${base}/customers`, () => list([makeCustomerRow()]))
    const open = http.get(`${base}/customers/:id`, () => ok(makeCustomer()))
    const { user } = visit('/orders/new', sales, undefined, found, open)
    const phone = await screen.findByLabelText('Phone')
    await waitFor(() => expect(phone).toHaveFocus())
    await user.keyboard('+994 50 000 11 22')
    await screen.findByRole('button', { name: /Rauf Nümunəyev/ })
    await user.keyboard('{Enter}')
    expect(screen.getByLabelText('First name')).toHaveValue('Rauf')
    expect(screen.getByLabelText('E-mail')).toHaveValue('rauf@example.com')
    expect(screen.getByLabelText("Customer's language")).toHaveValue('ru')
    expect(await violations()).toEqual([])
  })

  it('shows what is missing at the first attempt', async () => {
    const { user, sent } = visitNew()
    await user.click(await screen.findByRole('button', { name: 'Create the order' }))
    expect(screen.getByLabelText('First name')).toBeInvalid()
    expect(sent).toEqual([])
  })
})
