import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { customer, errorResponse, home, leyla, ok, order, quote, wish, type CustomerState } from '@/testing/handlers/customer'
import { standardPiece } from '@/lib/quote/pieces'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { selectPiece, useSelection } from '@/stores/selection'

function visitSection(section: string, overrides: Partial<CustomerState> = {}) {
  const { state, handlers } = customer(overrides)
  server.use(...handlers)
  return { state, ...visit(section === '' ? '/account' : `/account?section=${section}`) }
}

describe('dashboard', () => {
  it('shows the greeting, counts and links', async () => {
    visitSection('', { orders: [order('1042')], addresses: [home], wishes: [wish(1), wish(2)] })
    expect(await screen.findByRole('heading', { level: 1, name: 'Hello, Leyla Nümunə' })).toBeVisible()
    const main = screen.getByRole('main')
    expect(await within(main).findByRole('link', { name: '2 Wishlist items' })).toBeVisible()
    expect(within(main).getByRole('link', { name: '1 Orders' })).toHaveAttribute('href', '/account?section=orders')
    expect(within(main).getByText('Order 1042')).toBeVisible()
    expect(within(main).getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', '/contact-us')
  })

  it('is shown once it is known whether a notice stands above it', async () => {
    let answer: () => void = () => undefined
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { handlers } = customer()
    server.use(
      http.get('*/api/v1.0/account/details', async () => {
        await answered
      }),
      ...handlers,
    )
    visit('/account')
    const orders = await screen.findByText('You have no orders yet.')
    expect(orders).not.toBeVisible()
    answer()
    await waitFor(() => expect(orders).toBeVisible())
  })

  it('shows an error if loading fails, and retries', async () => {
    const { handlers } = customer()
    let broken = true
    server.use(
      http.get('*/api/v1.0/account/dashboard', () => (broken ? errorResponse(400) : undefined)),
      ...handlers,
    )
    const { user } = visit('/account')
    expect(await screen.findByText('Failed to load dashboard stats')).toBeVisible()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('You have no orders yet.')).toBeVisible()
  })
})

/** Blobs of the test's browser have no `text`. */
function read(blob: Blob | undefined): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.readAsText(blob ?? new Blob())
  })
}

describe('account details', () => {
  it('saves the names without the password', async () => {
    const { state, user } = visitSection('account-details')
    const name = await screen.findByLabelText('First name')
    expect(screen.getByLabelText('E-mail')).toHaveAttribute('readonly')
    await user.clear(name)
    await user.type(name, 'L')
    await user.tab()
    const save = screen.getByRole('button', { name: 'Save' })
    expect(name).toHaveAccessibleDescription('Type at least 2 characters.')
    expect(save).toBeDisabled()
    await user.type(name, 'alə')
    await waitFor(() => expect(save).toBeEnabled())
    await user.click(save)
    expect(await screen.findByText('Your details are saved.')).toBeVisible()
    expect(state.calls[0]?.body).toEqual({ name: 'Lalə', lastname: 'Nümunə' })
  })

  it('changes the password only with all three fields, and clears them', async () => {
    const { state, user } = visitSection('account-details')
    const current = await screen.findByLabelText('Current password')
    const save = screen.getByRole('button', { name: 'Save' })
    await user.type(current, 'old secret')
    await waitFor(() => expect(save).toBeDisabled())
    await user.type(screen.getByLabelText('New password'), 'new secret')
    await user.type(screen.getByLabelText('New password again'), 'new sekret')
    await user.tab()
    expect(await screen.findByText('The two passwords differ. Type the new one again.')).toBeVisible()
    await user.clear(screen.getByLabelText('New password again'))
    await user.type(screen.getByLabelText('New password again'), 'new secret')
    await waitFor(() => expect(save).toBeEnabled())
    await user.click(save)
    expect(await screen.findByText('Your details are saved.')).toBeVisible()
    expect(state.calls[0]?.body).toEqual({
      name: 'Leyla',
      lastname: 'Nümunə',
      currentPassword: 'old secret',
      newPassword: 'new secret',
    })
    expect(current).toHaveValue('')
  })

  it('shows an error for a wrong current password', async () => {
    const { user } = visitSection('account-details')
    server.use(
      http.put('*/api/v1.0/account/details', () =>
        errorResponse(400, 'Some fields are wrong.', { currentPassword: 'PASSWORD.WRONG_CURRENT' }),
      ),
    )
    await user.type(await screen.findByLabelText('Current password'), 'wrong one')
    await user.type(screen.getByLabelText('New password'), 'new secret')
    await user.type(screen.getByLabelText('New password again'), 'new secret')
    const save = screen.getByRole('button', { name: 'Save' })
    await waitFor(() => expect(save).toBeEnabled())
    await user.click(save)
    await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription('This is not your current password.'))
  })

  it('downloads the data as a file', async () => {
    const saved: { name: string; blob: Blob | undefined }[] = []
    const blobs: Blob[] = []
    // The test's browser has no object URLs.
    const createObjectURL = (blob: Blob) => `blob:${String(blobs.push(blob))}`
    Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined })
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, blob: blobs.at(-1) })
    })
    const { user } = visitSection('account-details')
    await user.click(await screen.findByRole('button', { name: 'Download my data' }))
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['my-data.json']))
    click.mockRestore()
    expect(JSON.parse(await read(saved[0]?.blob))).toMatchObject({ email: 'leyla@example.com' })
  })

  it('closes the account after the password, and leaves for the home page', async () => {
    const { state, user } = visitSection('account-details')
    await user.click(await screen.findByRole('button', { name: 'Close the account' }))
    const dialog = await screen.findByRole('dialog', { name: 'Close the account?' })
    const password = within(dialog).getByLabelText('Current password')
    await user.type(password, 'a guess')
    await user.click(within(dialog).getByRole('button', { name: 'Close the account' }))
    await waitFor(() => expect(password).toBeInvalid())
    expect(state.signedIn).toBe(true)
    await user.clear(password)
    await user.type(password, 'my password')
    await user.click(within(dialog).getByRole('button', { name: 'Close the account' }))
    expect(await screen.findByText('Your account is closed and your data is deleted.')).toBeVisible()
    expect(window.location.pathname).not.toContain('account')
    expect(state.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /account', 'DELETE /account'])
  })
})

describe('an e-mail address', () => {
  const title = 'Confirm your e-mail address'

  it('that is not verified can get another link', async () => {
    const { user } = visitSection('dashboard', { details: { ...leyla, emailVerified: false } })
    const notice = await screen.findByRole('region', { name: title })
    expect(notice).toHaveTextContent(`${leyla.email} is not confirmed.`)
    server.use(
      http.post('*/api/v1.0/Auth/verify-email/send', () => errorResponse(429, 'Please wait a while.'), { once: true }),
      http.post('*/api/v1.0/Auth/verify-email/send', () => ok()),
    )
    const send = within(notice).getByRole('button', { name: 'Send a new link' })
    await user.click(send)
    expect(await within(notice).findByText('Please wait a while.')).toBeVisible()
    await user.click(send)
    expect(await within(notice).findByText(/The mail is on its way/)).toBeVisible()
    expect(send).not.toBeInTheDocument()
  })

  it('that is verified needs no notice', async () => {
    visitSection('account-details')
    expect(await screen.findByLabelText('E-mail')).toHaveValue(leyla.email)
    expect(screen.queryByRole('region', { name: title })).not.toBeInTheDocument()
  })
})

describe('quotes and offers', () => {
  const offer = { number: 'ST-1', revision: 2, state: 'opened' as const, total: 5814, validUntil: '2026-12-07', token: 'ST-1.secret' }

  it('shows pieces with their drawing, by when the shop calls, and the link to accept', async () => {
    const soon = new Date(Date.now() + 24 * 3_600_000).toISOString()
    const offered = quote('SQ-1', { progress: 'offered', offers: [offer] })
    visitSection('quotes', { quotes: [quote('SQ-2', { promisedAt: soon }), offered] })
    const waiting = await screen.findByRole('article', { name: 'Request SQ-2' })
    expect(within(waiting).getByText('Waits for our call')).toBeVisible()
    expect(within(waiting).getByText(/^We call by /)).toBeVisible()
    expect(within(waiting).getByText(/^243 × 60 × 262 cm, .+, 1 pc$/)).toBeVisible()
    expect(within(waiting).getByText('A radiator is on the left')).toBeVisible()
    await waitFor(() => expect(waiting.querySelector('svg[aria-hidden="true"] rect')).not.toBeNull())
    expect(within(waiting).getByRole('link', { name: 'Open the conversation SQ-2' })).toHaveAttribute(
      'href',
      '/en/conversation#SQ-2.secret',
    )

    const ready = screen.getByRole('article', { name: 'Request SQ-1' })
    expect(within(ready).getByText('Offer ST-1, version 2')).toBeVisible()
    expect(ready).toHaveTextContent('The price holds until the end of 7 December')
    expect(within(ready).getByRole('link', { name: 'Look and accept ST-1' })).toHaveAttribute('href', '/en/offer#ST-1.secret')
  })

  it('shows a design without a product with its drawings and its size', async () => {
    const names = { productName: '', productNameAz: '', productNameRu: '', productNameEn: '' }
    const nowhere = { ...names, productId: null, productImage: null, designCode: 'EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja' }
    const items = quote('SQ-1').items.map((item) => ({ ...item, ...nowhere, color: null }))
    visitSection('quotes', { quotes: [quote('SQ-1', { items })] })
    const shown = await screen.findByRole('article', { name: 'Request SQ-1' })
    const link = within(shown).getByRole('link', { name: 'Design' })
    expect(link).toHaveAttribute('href', `/design?step=summary#${nowhere.designCode}`)
    expect(shown).toHaveTextContent(/243\s× 60\s× 262\scm, 1 pc/)
    const drawings = [...shown.querySelectorAll('img')].map((drawing) => drawing.getAttribute('src'))
    expect(drawings).toEqual(['front', 'inside'].map((view) => `/images/designs/${nowhere.designCode}.svg?view=${view}&lang=en`))
  })

  it('offers no answer to what is over, and says that a call is late', async () => {
    const offers = (['accepted', 'declined', 'expired', 'withdrawn'] as const).map((state) => ({ ...offer, number: state, state }))
    visitSection('quotes', { quotes: [quote('SQ-1', { promisedAt: '2026-01-05T10:00:00Z', offers })] })
    expect(await screen.findByText(/^Our call was due by /)).toBeVisible()
    expect(screen.getByText('You accepted it')).toBeVisible()
    expect(screen.queryByRole('link', { name: /Look and accept/ })).not.toBeInTheDocument()
    expect(screen.getAllByRole('link', { name: /See the offer/ })).toHaveLength(4)
  })

  it('opens one request, and does not find that of another user', async () => {
    const many = Array.from({ length: 6 }, (_, index) => quote(`SQ-${String(index)}`))
    const { user } = visitSection('quotes', { quotes: many })
    await user.click(await screen.findByRole('link', { name: 'Next page' }))
    await user.click(await screen.findByRole('link', { name: 'Request SQ-5' }))
    expect(window.location.search).toBe('?section=quotes&quote=SQ-5')
    expect(await screen.findByRole('article', { name: 'Request SQ-5' })).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'All requests' }))
    expect(await screen.findByRole('article', { name: 'Request SQ-0' })).toBeVisible()
  })

  it('says what appears here once there is something', async () => {
    visitSection('quotes')
    expect(await screen.findByText(/You have no requests yet/)).toBeVisible()
    visitSection('quotes&quote=SQ-9')
    expect(await screen.findByText('There is no such request in your account.')).toBeVisible()
  })
})

describe('orders', () => {
  const shipped = order('1017', { status: 'Shipped', paymentStatus: 'Paid' })

  it('shows the statuses, and cancels a pending order after a confirmation', async () => {
    const { state, user } = visitSection('orders', { orders: [order('1042'), shipped] })
    const pending = await screen.findByRole('article', { name: 'Order 1042' })
    expect(within(pending).getByText('Payment pending')).toBeVisible()
    expect(within(pending).getByRole('listitem', { current: 'step' })).toHaveTextContent('Received')
    const other = screen.getByRole('article', { name: 'Order 1017' })
    expect(within(other).queryByRole('button', { name: /Cancel order/ })).not.toBeInTheDocument()

    await user.click(within(pending).getByRole('button', { name: /Cancel order/ }))
    const dialog = screen.getByRole('dialog', { name: 'Order 1042' })
    expect(dialog).toHaveTextContent('Are you sure you want to cancel this order?')
    await user.click(within(dialog).getByRole('button', { name: 'Keep' }))
    expect(state.calls).toEqual([])
    await user.click(within(pending).getByRole('button', { name: /Cancel order/ }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel order' }))
    expect(await screen.findByText('Order 1042 is cancelled')).toBeVisible()
    await waitFor(() => expect(within(pending).queryByRole('button', { name: /Cancel order/ })).not.toBeInTheDocument())
    expect(state.calls.map(({ path }) => path)).toEqual(['/account/orders/order-1042/cancel'])

    // The message is the customer's.
    await user.click(screen.getAllByRole('button', { name: 'Sign out' })[0] ?? document.body)
    await waitFor(() => expect(window.location.pathname).toBe('/login'))
    expect(screen.queryByText('Order 1042 is cancelled')).not.toBeInTheDocument()
  })

  it('says when an order was cancelled, and asks for no payment of it', async () => {
    const history = [{ status: 'Cancelled' as const, at: '2026-11-19T08:30:00Z', reason: null }]
    const cancelled = order('1042', { status: 'Cancelled' })
    visitSection('orders', { orders: [cancelled] })
    server.use(http.get('*/api/v1.0/account/orders/order-1042', () => ok({ ...cancelled, history })))
    const shown = await screen.findByRole('article', { name: 'Order 1042' })
    const step = within(shown).getByRole('listitem', { current: 'step' })
    await waitFor(() => expect(step).toHaveTextContent('19 Nov, 12:30'))
    expect(within(shown).queryByText('Payment pending')).not.toBeInTheDocument()
  })

  it('shows why an order cannot be cancelled', async () => {
    const { user } = visitSection('orders', { orders: [order('1042')] })
    server.use(http.post('*/cancel', () => errorResponse(409, 'The order is in work already.')))
    await user.click(await screen.findByRole('button', { name: /Cancel order/ }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel order' }))
    expect(await screen.findByText('The order is in work already.')).toBeVisible()
  })

  it('filters by status in the address', async () => {
    const { user } = visitSection('orders', { orders: [order('1042'), shipped] })
    await user.click(await screen.findByRole('button', { name: 'Shipped' }))
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Order 1042' })).not.toBeInTheDocument())
    expect(screen.getByRole('article', { name: 'Order 1017' })).toBeVisible()
    expect(window.location.search).toBe('?section=orders&status=Shipped')
    await user.click(screen.getByRole('button', { name: 'Delivered' }))
    expect(await screen.findByText('No orders match this choice.')).toBeVisible()
  })

  it('searches and paginates', async () => {
    const many = Array.from({ length: 12 }, (_, index) => order(String(1000 + index)))
    const { user } = visitSection('orders', { orders: many })
    await screen.findByRole('article', { name: 'Order 1000' })
    expect(screen.getByRole('button', { name: 'Previous page' })).toBeDisabled()
    await user.click(screen.getByRole('link', { name: 'Next page' }))
    expect(await screen.findByRole('article', { name: 'Order 1010' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled()
    await user.type(screen.getByRole('searchbox', { name: 'Search orders' }), '1003{Enter}')
    expect(await screen.findByRole('article', { name: 'Order 1003' })).toBeVisible()
    expect(screen.getAllByRole('article')).toHaveLength(1)
    expect(screen.queryByRole('link', { name: 'Next page' })).not.toBeInTheDocument()
  })

  it('shows an order with its history and shipping address', async () => {
    const history = [
      { status: 'Pending' as const, at: '2026-10-02T06:05:00Z', reason: null },
      { status: 'Processing' as const, at: '2026-10-05T06:00:00Z', reason: null },
    ]
    const { user } = visitSection('orders', { orders: [{ ...order('1017', { status: 'Processing' }), ...{ history } }] })
    await user.click(await screen.findByRole('link', { name: /View order/ }))
    expect(await screen.findByText('5 Oct, 10:00')).toBeVisible()
    expect(screen.getByText(/Nümunə küç. 12, m. 34/)).toBeVisible()
    expect(screen.queryByText(/not agreed in time/)).not.toBeInTheDocument()
  })

  it('says why an order has lapsed', async () => {
    const history = [
      { status: 'Pending' as const, at: '2026-10-02T06:05:00Z', reason: null },
      { status: 'Cancelled' as const, at: '2026-10-16T06:06:00Z', reason: 'Lapsed' as const },
    ]
    const { user } = visitSection('orders', { orders: [{ ...order('1017', { status: 'Cancelled' }), ...{ history } }] })
    await user.click(await screen.findByRole('link', { name: /View order/ }))
    expect(await screen.findByText(/not agreed in time/)).toBeVisible()
  })
})

describe('addresses', () => {
  it('adds the first address', async () => {
    const { state, user } = visitSection('addresses')
    await user.click(await screen.findByRole('button', { name: 'Add your first address' }))
    const dialog = screen.getByRole('dialog', { name: 'Add an address' })
    const save = within(dialog).getByRole('button', { name: 'Save' })
    expect(save).toBeDisabled()
    await user.type(within(dialog).getByLabelText('Full name'), 'Leyla Nümunə')
    await user.type(within(dialog).getByLabelText('Phone'), '050 123 45 67')
    await user.type(within(dialog).getByLabelText('Street and house'), 'Nümunə küç. 12')
    await user.type(within(dialog).getByLabelText('City'), 'Bakı')
    await user.type(within(dialog).getByLabelText('Region'), 'Bakı')
    await user.type(within(dialog).getByLabelText('Postal code'), 'AZ1000')
    await waitFor(() => expect(save).toBeEnabled())
    await user.click(save)
    expect(await screen.findByRole('heading', { name: 'Leyla Nümunə' })).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(state.calls[0]?.body).toMatchObject({
      phoneNumber: '+994501234567',
      country: 'Azerbaijan',
      isDefaultShipping: false,
      isDefaultBilling: false,
    })
    expect(screen.getByText('Default for delivery')).toBeVisible()
  })

  it('edits an address, changes the default, and deletes after a confirmation', async () => {
    const other = { ...home, id: 'other', streetAddress: 'Bağ küç. 7', isDefaultShipping: false, isDefaultBilling: false }
    const { state, user } = visitSection('addresses', { addresses: [home, other] })
    await user.click(await screen.findByRole('button', { name: 'Edit: Bağ küç. 7' }))
    const dialog = screen.getByRole('dialog', { name: 'Edit the address' })
    const city = within(dialog).getByLabelText('City')
    await user.clear(city)
    await user.type(city, 'Gəncə')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/Gəncə/)).toBeVisible()

    await user.click(screen.getByRole('button', { name: 'Make default: Bağ küç. 7' }))
    expect(await screen.findByRole('button', { name: 'Make default: Nümunə küç. 12' })).toBeVisible()

    await user.click(screen.getByRole('button', { name: 'Delete: Nümunə küç. 12' }))
    const question = screen.getByRole('dialog', { name: 'Delete address' })
    expect(question).toHaveTextContent('Are you sure you want to delete this address?')
    await user.click(within(question).getByRole('button', { name: 'Delete address' }))
    await waitFor(() => expect(state.addresses.map(({ id }) => id)).toEqual(['other']))
    await waitFor(() => expect(screen.queryByText(/Nümunə küç. 12/)).not.toBeInTheDocument())
  })

  it('stays open with the error of the server', async () => {
    const { user } = visitSection('addresses', { addresses: [home] })
    server.use(http.put('*/api/v1.0/account/addresses/*', () => errorResponse(500)))
    await user.click(await screen.findByRole('button', { name: /^Edit/ }))
    const dialog = screen.getByRole('dialog')
    const save = within(dialog).getByRole('button', { name: 'Save' })
    await waitFor(() => expect(save).toBeEnabled())
    await user.click(save)
    expect(await within(dialog).findByText('Failed to update address')).toBeVisible()
  })
})

describe('wishlist', () => {
  it('adds an item to the cart and keeps it in the wishlist', async () => {
    const { state, user } = visitSection('wishlist', { wishes: [wish(1), wish(2, { stockQuantity: 0 })] })
    await user.click(await screen.findByRole('button', { name: 'Add to cart: Wardrobe 1' }))
    expect(await screen.findByText('Added to the cart')).toBeVisible()
    expect(state.cart).toContainEqual(expect.objectContaining({ productId: 1, quantity: 1 }))
    expect(state.wishes).toHaveLength(2)
    expect(screen.getByText('Made to order')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Add to cart: Wardrobe 2' })).toBeDisabled()
  })

  it('adds an item to the selection and keeps it in the wishlist', async () => {
    const { state, user } = visitSection('wishlist', { wishes: [wish(1), wish(2, { isActive: false })] })
    await user.click(await screen.findByRole('button', { name: 'Add to my selection: Wardrobe 1' }))
    expect(await screen.findByText('Added to your selection')).toBeVisible()
    expect(useSelection.getState().pieces).toMatchObject([{ productId: 1, quantity: 1, measuring: 'standard', color: null }])
    expect(state.wishes).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Add to my selection: Wardrobe 2' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'View' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'My selection' })).toBeVisible()
  })

  it('says that the selection is full', async () => {
    for (let id = 1; id <= 20; id += 1) selectPiece(standardPiece(100 + id, 1))
    const { user } = visitSection('wishlist', { wishes: [wish(1)] })
    await user.click(await screen.findByRole('button', { name: 'Add to my selection: Wardrobe 1' }))
    expect(await screen.findByText('A selection holds 20 pieces. Remove one.')).toBeVisible()
    expect(useSelection.getState().pieces).toHaveLength(20)
  })

  it('removes one item, then all after a confirmation, and updates the hearts', async () => {
    const { state, user } = visitSection('wishlist', { wishes: [wish(1), wish(2), wish(3)] })
    await user.click(await screen.findByRole('button', { name: 'Remove from the wishlist: Wardrobe 1' }))
    await waitFor(() => expect(localStorage.getItem('favorites')).toBe('[2,3]'))
    await user.click(screen.getByRole('button', { name: 'Clear the wishlist' }))
    const question = screen.getByRole('dialog')
    expect(question).toHaveTextContent('Are you sure you want to clear your wishlist?')
    await user.click(within(question).getByRole('button', { name: 'Clear the wishlist' }))
    expect(await screen.findByText(/Your wishlist is empty/)).toBeVisible()
    expect(localStorage.getItem('favorites')).toBe('[]')
    expect(state.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /account/wishlist/1', 'DELETE /account/wishlist'])
  })
})
