import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { shopTerms } from '@/testing/content'
import {
  cartId,
  cartItem,
  customer,
  errorResponse,
  home,
  leyla,
  ok,
  order,
  postalAddress,
  type CustomerState,
} from '@/testing/handlers/customer'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

const complete = { name: 'Complete the order' }

function visitCheckout(overrides: Partial<CustomerState> = {}) {
  const { state, handlers } = customer({ cart: [cartItem(1, 1), cartItem(10, 2)], addresses: [home], ...overrides })
  server.use(...handlers)
  return { state, ...visit('/checkout') }
}

describe('checkout', () => {
  it('asks to sign in and to return', async () => {
    visit('/checkout')
    const main = screen.getByRole('main')
    expect(await within(main).findByText(/Sign in to order/)).toBeVisible()
    expect(within(main).getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login?returnUrl=%2Fcheckout')
  })

  it('shows the empty state for an empty cart', async () => {
    visitCheckout({ cart: [] })
    expect(await screen.findByText('Your cart is empty. Start in the shop.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to the shop' })).toHaveAttribute('href', '/shop')
  })

  it('fills the form from the default address and orders', async () => {
    const came = { channel: 'ads', source: 'google', campaign: null, landingPath: '/az', at: '2026-11-20T08:00:00.000Z' }
    localStorage.setItem('visit', JSON.stringify(came))
    const { state, user } = visitCheckout()
    const button = await screen.findByRole('button', complete)
    await waitFor(() => expect(button).toBeEnabled())
    expect(screen.getByLabelText('First name')).toHaveValue('Leyla')
    expect(screen.getByLabelText('Last name')).toHaveValue('Nümunə')
    expect(screen.getByLabelText('E-mail')).toHaveValue('leyla@example.com')
    expect(screen.getByLabelText('Street, house, apartment')).toHaveValue('Nümunə küç. 12, m. 34')
    expect(screen.getByLabelText('Country')).toHaveAttribute('readonly')
    expect(screen.getByRole('radio', { name: /Leyla Nümunə/ })).toBeChecked()
    await user.click(button)
    expect(await screen.findByRole('heading', { level: 1, name: 'The order is received' })).toBeVisible()
    expect(window.location.pathname + window.location.search).toBe('/order-confirmation?id=order-1042')
    const address = {
      firstName: 'Leyla',
      lastName: 'Nümunə',
      email: 'leyla@example.com',
      phone: '+994501234567',
      address: 'Nümunə küç. 12, m. 34',
      city: 'Bakı',
      state: 'Bakı',
      postalCode: 'AZ1000',
      country: 'Azerbaijan',
    }
    expect(state.calls[0]?.body).toEqual({
      userId: leyla.id,
      status: 'Pending',
      paymentStatus: 'Pending',
      shippingAddress: address,
      billingAddress: address,
      orderItems: [
        { productId: 1, quantity: 1 },
        { productId: 10, quantity: 2 },
      ],
      expectedTotal: 3061.65,
      cart: { id: cartId, version: 3 },
      visit: came,
    })
    expect(state.calls[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
    expect(await screen.findByRole('button', { name: 'Cart' })).toBeVisible()
    expect(state.addresses).toEqual([home])
  })

  it('keeps the address and the phone of the first order', async () => {
    const { state, user } = visitCheckout({ addresses: [] })
    const values = {
      'First name': 'Leyla',
      'Last name': 'Nümunə',
      Phone: '050 123 45 67',
      'Street, house, apartment': 'Nümunə küç. 12, m. 34',
      City: 'Bakı',
      Region: 'Bakı',
      'Postal code': 'AZ1000',
    }
    const button = await screen.findByRole('button', complete)
    for (const [label, value] of Object.entries(values)) {
      await user.clear(screen.getByLabelText(label))
      await user.type(screen.getByLabelText(label), value)
    }
    await waitFor(() => expect(button).toBeEnabled())
    await user.click(button)
    const address = { fullName: 'Leyla Nümunə', phoneNumber: '+994501234567', streetAddress: 'Nümunə küç. 12, m. 34', zipCode: 'AZ1000' }
    await waitFor(() => expect(state.addresses).toEqual([expect.objectContaining(address)]))
  })

  it('marks the fields that a saved address leaves empty, and is disabled until they are filled', async () => {
    const { user } = visitCheckout({ addresses: [{ ...home, fullName: 'Leyla', phoneNumber: '050 123 45' }] })
    const button = await screen.findByRole('button', complete)
    const lastName = screen.getByLabelText('Last name')
    await waitFor(() => expect(lastName).toHaveAccessibleDescription('Fill in this field.'))
    expect(button).toBeDisabled()
    await user.type(lastName, 'Nümunə')
    const phone = screen.getByLabelText('Phone')
    expect(phone).toHaveAccessibleDescription('Some digits are missing. Example: 050 123 45 67')
    await user.type(phone, ' 67')
    await waitFor(() => expect(button).toBeEnabled())
  })

  it('fills in another saved address, and clears the fields for a new one', async () => {
    const garden = { ...home, id: 'garden', fullName: 'Aynur Bağlı', streetAddress: 'Bağ küç. 7', apartment: '', isDefaultShipping: false }
    const { user } = visitCheckout({ addresses: [home, garden] })
    await user.click(await screen.findByRole('radio', { name: /Aynur Bağlı/ }))
    expect(screen.getByLabelText('First name')).toHaveValue('Aynur')
    expect(screen.getByLabelText('Street, house, apartment')).toHaveValue('Bağ küç. 7')
    await user.click(screen.getByRole('radio', { name: 'Another address' }))
    expect(screen.getByLabelText('Street, house, apartment')).toHaveValue('')
    expect(screen.getByLabelText('First name')).toHaveValue('Aynur')
    await waitFor(() => expect(screen.getByRole('button', complete)).toBeDisabled())
  })

  it('repeats an attempt with an unknown outcome under the same key', async () => {
    const { state, user } = visitCheckout()
    const keys: (string | null)[] = []
    server.use(
      http.post('*/api/v1.0/orders', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        return keys.length < 2 ? errorResponse(503) : undefined
      }),
    )
    const button = await screen.findByRole('button', complete)
    await waitFor(() => expect(button).toBeEnabled())
    await user.click(button)
    expect(await screen.findByText(/it will not be ordered twice/)).toBeVisible()
    await waitFor(() => expect(button).toBeEnabled())
    await user.click(button)
    await screen.findByRole('heading', { name: 'The order is received' })
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    expect(state.orders).toHaveLength(1)
  })

  it('shows the changed price, and orders at the new one under another key', async () => {
    const { state, user } = visitCheckout()
    const seen: { key: string | null; total: number }[] = []
    server.use(
      http.post('*/api/v1.0/orders', async ({ request }) => {
        const { expectedTotal } = (await request.clone().json()) as { expectedTotal: number }
        seen.push({ key: request.headers.get('Idempotency-Key'), total: expectedTotal })
        if (seen.length > 1) return undefined
        state.cart = [cartItem(1, 1, { discount: 0 }), cartItem(10, 2)]
        return errorResponse(409, 'The price has changed.', { expectedTotal: 'CHECKOUT.PRICE_CHANGED' })
      }),
    )
    const button = await screen.findByRole('button', complete)
    await waitFor(() => expect(button).toBeEnabled())
    await user.click(button)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Look at the new total')
    expect(alert).toHaveTextContent('Wardrobe 1: ₼1,061.65')
    expect(alert).toHaveTextContent('₼1,249.00')
    await user.click(button)
    await screen.findByRole('heading', { name: 'The order is received' })
    expect(seen.map(({ total }) => total)).toEqual([3061.65, 3249])
    expect(seen[0]?.key).not.toBe(seen[1]?.key)
  })

  it('shows what has changed in the cart and which order it became', async () => {
    const { state, user } = visitCheckout()
    server.use(
      http.post('*/api/v1.0/orders', () => {
        state.cart = [cartItem(10, 1)]
        return errorResponse(409, 'This cart was ordered already.', { cart: 'ORDER.CART_ORDERED' }, { cart: null, orderId: 'order-1042' })
      }),
    )
    const button = await screen.findByRole('button', complete)
    await waitFor(() => expect(button).toBeEnabled())
    await user.click(button)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('This cart was ordered already.')
    expect(alert).toHaveTextContent('Wardrobe 1: no longer in the cart')
    expect(alert).toHaveTextContent('Kitchen 10: 2 → 1')
    expect(within(alert).getByRole('link', { name: 'See the order' })).toHaveAttribute('href', '/order-confirmation?id=order-1042')
    expect(screen.getByLabelText('First name')).toHaveValue('Leyla')
  })

  it('leads to the orders if the cart was emptied meanwhile', async () => {
    const { state, user } = visitCheckout()
    server.use(
      http.post('*/api/v1.0/orders', () => {
        state.cart = []
        return errorResponse(409, 'Your cart is empty.', { cart: 'ORDER.CART_EMPTY' }, { cart: null, orderId: null })
      }),
    )
    const button = await screen.findByRole('button', complete)
    await waitFor(() => expect(button).toBeEnabled())
    await user.click(button)
    expect(await screen.findByText('Your cart is empty.')).toBeVisible()
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'All orders' })).toHaveAttribute('href', '/account?section=orders')
  })

  it('leads to the order that another tab has placed', async () => {
    visitCheckout()
    await screen.findByRole('button', complete)
    const tab = new BroadcastChannel('storefront-cart')
    tab.postMessage({ orderId: 'order-1042' })
    expect(await screen.findByText('You completed this order in another tab.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'See the order' })).toHaveAttribute('href', '/order-confirmation?id=order-1042')
    tab.close()
  })

  it('follows the cart of other tabs at once, and of other devices on return to the tab', async () => {
    const { state } = visitCheckout()
    await screen.findByRole('button', complete)
    state.cart = [cartItem(1, 1)]
    const tab = new BroadcastChannel('storefront-cart')
    tab.postMessage({ orderId: null })
    await waitFor(() => expect(screen.queryByText(/Kitchen 10/)).toBeNull())
    tab.close()
    state.cart = [cartItem(1, 1), cartItem(10, 2)]
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    expect(await screen.findByText(/Kitchen 10/)).toBeVisible()
  })

  it('shows the errors of the server at the fields, and keeps their values', async () => {
    const { user } = visitCheckout()
    server.use(
      http.post('*/api/v1.0/orders', () => errorResponse(400, 'Some fields are wrong.', { 'shippingAddress.postalCode': 'FIELD.INVALID' })),
    )
    const button = await screen.findByRole('button', complete)
    await waitFor(() => expect(button).toBeEnabled())
    await user.click(button)
    await waitFor(() => expect(screen.getByLabelText('Postal code')).toHaveAccessibleDescription('Check how this is written.'))
    expect(screen.getByRole('alert')).toHaveTextContent('Some fields are wrong.')
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
    expect(screen.getByLabelText('Postal code')).toHaveValue('AZ1000')
  })

  it('does not order a product that is no longer sold', async () => {
    const { state, user } = visitCheckout({
      cart: [cartItem(1, 1), cartItem(10, 1, { isActive: false, productPrice: null })],
    })
    const button = await screen.findByRole('button', complete)
    expect(await screen.findByText(/No longer sold: remove it/)).toBeInTheDocument()
    expect(button).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Remove from the cart: Kitchen 10' }))
    await waitFor(() => expect(button).toBeEnabled())
    expect(state.cart).toHaveLength(1)
  })

  it('reloads the cart until the ordered quantities are gone', async () => {
    const { user } = visitCheckout()
    let requests = 0
    server.use(
      http.post('*/api/v1.0/orders', () => ok(order('1042'))),
      http.get('*/api/v1.0/account/orders/order-1042', () => ok({ ...order('1042'), shippingAddress: postalAddress, history: [] })),
      http.get('*/api/v1.0/carts/current', () => {
        requests += 1
        return requests < 3 ? ok({ id: 'c', version: 3, cartItems: [cartItem(1, 1), cartItem(10, 2)] }) : ok(null)
      }),
    )
    const button = await screen.findByRole('button', complete)
    await waitFor(() => expect(button).toBeEnabled())
    requests = 0
    await user.click(button)
    await screen.findByRole('heading', { name: 'The order is received' })
    expect(await screen.findByRole('button', { name: 'Cart' })).toBeVisible()
    expect(requests).toBe(3)
  })
})

describe('order confirmation', () => {
  it('shows the order by its id', async () => {
    const { handlers } = customer({ orders: [order('1042')] })
    server.use(...handlers)
    visit('/order-confirmation?id=order-1042')
    expect(await screen.findByRole('heading', { name: 'Order 1042' })).toBeVisible()
    expect(screen.getByText('18 Nov 2026, 14:20')).toBeVisible()
    const steps = within(screen.getByRole('list', { name: 'Progress of the order' })).getAllByRole('listitem')
    expect(steps[0]).toHaveAttribute('aria-current', 'step')
    expect(steps[1]).toHaveTextContent('We call you first')
    expect(screen.getByText('Payment pending')).toBeVisible()
    expect(screen.getByRole('main')).toHaveTextContent('Total₼1,701.65')
  })

  it('says by when the shop calls, where the order goes and whom to ask, and saves the call for the calendar', async () => {
    const orderDate = new Date().toISOString()
    const { handlers } = customer({ orders: [order('1042', { orderDate })] })
    server.use(
      http.get('*/api/v1.0/shop-terms', () => ok(shopTerms)),
      ...handlers,
    )
    const { user } = visit('/order-confirmation?id=order-1042')
    const facts = await screen.findByRole('list', { name: 'Call, day and address' })
    expect(await within(facts).findByText(/^We call by /)).toBeVisible()
    expect(facts).toHaveTextContent('050 123 45 67')
    // The region has the name of the city.
    expect(facts).toHaveTextContent(/Nümunə küç\. 12, m\. 34Bakı, AZ1000/)
    const chat = await within(facts).findByRole('link', { name: /Ask on WhatsApp/ })
    expect(chat).toHaveAttribute('href', expect.stringMatching(/^https:\/\/wa\.me\/994501234567\?text=.*1042/))

    const saved: { name: string; blob: Blob | undefined }[] = []
    const blobs: Blob[] = []
    // The test's browser has no object URLs.
    Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${String(blobs.push(blob))}`, revokeObjectURL: () => undefined })
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, blob: blobs.at(-1) })
    })
    await user.click(within(facts).getByRole('button', { name: 'Add to the calendar' }))
    click.mockRestore()
    expect(saved).toMatchObject([{ name: 'order-1042.ics', blob: { type: 'text/calendar;charset=utf-8' } }])
  })

  it('shows the planned day in its place', async () => {
    const delivery = { method: 'delivery' as const, on: '2026-12-24', from: '10:00', to: '14:00' }
    const { handlers } = customer({ orders: [order('1042', { status: 'Processing', delivery })] })
    server.use(...handlers)
    visit('/order-confirmation?id=order-1042')
    const facts = await screen.findByRole('list', { name: 'Call, day and address' })
    expect(facts).toHaveTextContent(/Delivery: 24 December.*10:00–14:00/)
    expect(within(facts).queryByText(/We call/)).not.toBeInTheDocument()
    expect(within(facts).getByRole('button', { name: 'Add to the calendar' })).toBeVisible()
  })

  it('does not find the order of another user', async () => {
    const { handlers } = customer()
    server.use(...handlers)
    visit('/order-confirmation?id=order-9')
    expect(await screen.findByText('There is no such order in your account.')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Order')
  })
})
