import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { customerPath } from '@desk/lib/customers'
import { makeCustomer, makeCustomerRow, raufId } from '@desk/testing/customers'
import { permissionValues } from '@shared/api/schema'
import { inMinutes, marina, nigar, nigarAsPerson, rashad, tural } from '@desk/testing/fixtures'
import { base, list, ok, refuse } from '@desk/testing/handlers'
import { makeOrder } from '@desk/testing/orders'
import { visit, violations } from '@desk/testing/render'
import { server } from '@desk/testing/server'
import { sendEvent } from '@desk/testing/stream'

const lale = makeCustomerRow({
  id: '01936b2e-7c00-7000-8000-000000000502',
  name: 'Lalə Nümunəyeva',
  quotesCount: 1,
  ordersCount: 0,
  ordersTotal: 0,
})

/** Opens a path with customers; `asked` has the queries of the list. */
function visitCustomers(
  path: string,
  { me = nigar, customer = makeCustomer(), rows = [makeCustomerRow(), lale], missing = [] as string[] } = {},
) {
  const asked: URLSearchParams[] = []
  const read: string[] = []
  const state = { customer, rows }
  const opened = visit(
    path,
    me,
    undefined,
    http.get(`${base}/customers`, ({ request }) => {
      const query = new URL(request.url).searchParams
      asked.push(query)
      if (query.get('q') === 'nobody') return list([])
      return query.get('cursor') === null
        ? list(state.rows, 'next', state.rows.length + 1, missing)
        : list([makeCustomerRow({ id: 'third', name: 'Third Person' })], null, 3)
    }),
    http.get(`${base}/customers/:id`, ({ params }) => {
      read.push(String(params.id))
      return params.id === raufId ? ok(state.customer) : refuse(404, { general: 'CUSTOMER.NOT_FOUND' })
    }),
  )
  return { ...opened, asked, read, fake: state }
}

describe('the table of customers', () => {
  it('searches, filters and sorts by the address', async () => {
    const { user, asked } = visitCustomers('/customers?hasAccount=true&sort=bogus')
    expect(await screen.findByText('Rauf Nümunəyev')).toBeVisible()
    expect(asked[0]?.get('hasAccount')).toBe('true')
    expect(asked[0]?.has('sort')).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Customer' }))
    await waitFor(() => expect(window.location.search).toContain('sort=name'))
    expect(screen.getByRole('columnheader', { name: 'Customer' })).toHaveAttribute('aria-sort', 'ascending')
    await user.click(screen.getByRole('button', { name: 'Filters: 1 set' }))
    await user.selectOptions(screen.getByLabelText("Customer's language"), 'ru')
    await waitFor(() => expect(asked.at(-1)?.get('language')).toBe('ru'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByLabelText("Customer's language")).toBeNull())
    await user.keyboard('/050 000')
    await waitFor(() => expect(asked.at(-1)?.get('q')).toBe('050 000'))
    expect(await violations()).toEqual([])
  })

  it('loads the next page by its cursor', async () => {
    const { user, asked } = visitCustomers('/customers')
    expect(await screen.findByText('2 of 3 customers shown')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByText('Third Person')).toBeVisible()
    expect(asked.at(-1)?.get('cursor')).toBe('next')
  })

  it('shows no sums while order does not answer', async () => {
    const row = makeCustomerRow({ ordersCount: 0, ordersTotal: 0, missing: ['order'] })
    visitCustomers('/customers', { rows: [row], missing: ['order'] })
    expect(await screen.findByText('Rauf Nümunəyev')).toBeVisible()
    expect(screen.getByText('The orders could not be loaded: their numbers and totals are missing.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
    expect(screen.queryByText('0')).toBeNull()
    expect(await violations()).toEqual([])
  })

  it('clears the search where nothing is found', async () => {
    const { user } = visitCustomers('/customers?q=nobody')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('Rauf Nümunəyev')).toBeVisible()
    expect(screen.getByRole('searchbox')).toHaveValue('')
  })

  it('opens the marked row by the keyboard', async () => {
    const { user } = visitCustomers('/customers')
    await screen.findByText('Rauf Nümunəyev')
    await user.keyboard('jjk{Enter}')
    await waitFor(() => expect(window.location.pathname).toBe(`/desk${customerPath(raufId)}`))
  })

  it('says that something changed rather than moving rows', async () => {
    const { user, asked, fake } = visitCustomers('/customers')
    await screen.findByText('Rauf Nümunəyev')
    fake.rows = [makeCustomerRow({ id: 'new', name: 'New Person' }), ...fake.rows]
    sendEvent('change', { kind: 'customer', id: 'new', what: 'saved', version: null, by: rashad.id, at: inMinutes(0) })
    const news = await screen.findByRole('button', { name: '1 new: show' })
    expect(screen.queryByText('New Person')).toBeNull()
    expect(asked).toHaveLength(1)
    await user.click(news)
    expect(await screen.findByText('New Person')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('button', { name: '1 new: show' })).toBeNull())
  })

  it('is not shown to a role without customers', async () => {
    const me = { ...nigar, role: 'warehouse' as const, permissions: nigar.permissions.filter((name) => name !== 'customers.read') }
    const { asked } = visitCustomers('/customers', { me })
    expect(await screen.findByText('You may not open this screen')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Customers' })).toBeNull()
    expect(asked).toEqual([])
  })
})

describe('a customer', () => {
  it('shows all ways to reach them, their records and what happened', async () => {
    visitCustomers(customerPath(raufId))
    expect(await screen.findByRole('heading', { name: 'Rauf Nümunəyev' })).toBeVisible()
    expect(screen.getByRole('link', { name: '050 000 11 33' })).toHaveAttribute('href', 'tel:+994500001133')
    expect(screen.getByRole('link', { name: 'WhatsApp, 050 000 11 33' })).toHaveAttribute('href', 'https://wa.me/994500001133')
    expect(screen.getByRole('link', { name: 'rauf@example.com' })).toHaveAttribute('href', 'mailto:rauf@example.com')
    expect(screen.getByText('5 %')).toBeVisible()
    expect(screen.getByText('The public discount is larger than the personal one.')).toBeVisible()
    expect(screen.getByText('Nümunə küçəsi 12')).toBeVisible()
    expect(screen.getByRole('link', { name: /SB-4K7Q2M0X/ })).toHaveAttribute('href', '/desk/orders/SB-4K7Q2M0X')
    const timeline = screen.getByRole('list', { name: 'Timeline' })
    const [newest] = within(timeline).getAllByRole('listitem')
    expect(newest).toHaveTextContent('Ölçünü göndərəcək')
    expect(within(timeline).getAllByRole('link', { name: marina })).toHaveLength(2)
    expect(await violations()).toEqual([])
  })

  it('follows what happens with the customer and with one of their orders', async () => {
    const { fake, read } = visitCustomers(customerPath(raufId))
    await screen.findByRole('heading', { name: 'Rauf Nümunəyev' })
    fake.customer = { ...fake.customer, name: 'Rauf Başqa' }
    sendEvent('change', { kind: 'customer', id: raufId, what: 'saved', version: 3, by: null, at: inMinutes(0) })
    expect(await screen.findByRole('heading', { name: 'Rauf Başqa' })).toBeVisible()
    fake.customer = { ...fake.customer, orders: [makeOrder({ status: 'Shipped' })] }
    sendEvent('change', { kind: 'order', id: 'SB-4K7Q2M0X', what: 'status', version: 6, by: null, at: inMinutes(0) })
    expect(await screen.findByText('Shipped')).toBeVisible()
    expect(read).toHaveLength(3)
    sendEvent('change', { kind: 'order', id: 'SB-9T3XW0QA', what: 'status', version: 6, by: null, at: inMinutes(0) })
    expect(read).toHaveLength(3)
  })

  it('shows a telephone of the contact form that is no number as a text, not as a link', async () => {
    visitCustomers(customerPath(raufId), { customer: makeCustomer({ phones: ['after six: 050 000 11 33'] }) })
    expect(await screen.findByText('after six: 050 000 11 33')).toBeVisible()
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
    expect(links.filter((href) => /^tel:|wa\.me|^$/.test(href))).toEqual([])
  })

  it('marks what was only typed into a form, in words', async () => {
    const customer = makeCustomer({ emails: ['rauf@example.com', 'typed@example.com'], unproven: ['typed@example.com', '+994500001133'] })
    visitCustomers(customerPath(raufId), { customer })
    const typed = await screen.findByRole('link', { name: 'typed@example.com' })
    const mark = 'typed in a form, not confirmed'
    expect(typed.closest('li')).toHaveTextContent(mark)
    expect(screen.getByRole('link', { name: '050 000 11 33' }).closest('li')).toHaveTextContent(mark)
    expect(screen.getByRole('link', { name: 'rauf@example.com' }).closest('li')).not.toHaveTextContent(mark)
    expect(screen.getAllByText(mark)).toHaveLength(2)
    expect(await violations()).toEqual([])
  })

  it('shows the rest while orders and mails cannot be loaded, and loads them again', async () => {
    const customer = makeCustomer({ orders: [], ordersCount: 0, ordersTotal: 0, missing: ['order', 'notification'] })
    const { user, fake } = visitCustomers(customerPath(raufId), { customer })
    const missing = await screen.findByText('The orders could not be loaded, so their number and total are missing too.')
    expect(screen.queryByText('No orders.')).toBeNull()
    expect(screen.getByText('Whether the e-mails arrived could not be loaded.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'rauf@example.com' })).toBeVisible()
    expect(await violations()).toEqual([])
    fake.customer = makeCustomer()
    const orders = missing.closest('section')
    if (orders === null) throw new Error('no block')
    await user.click(within(orders).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('link', { name: /SB-4K7Q2M0X/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  it('is opened from a quote that knows it', async () => {
    const { user, state } = visitCustomers(`/quotes/${marina}`)
    const quote = state.quotes.get(marina)
    if (quote === undefined) throw new Error('no quote')
    state.quotes.set(marina, { ...quote, customer: { ...quote.customer, id: raufId } })
    await user.click(await screen.findByRole('link', { name: 'Open' }))
    expect(await screen.findByRole('heading', { name: 'Rauf Nümunəyev' })).toBeVisible()
  })

  it('says that there is none', async () => {
    visitCustomers(customerPath('01936b2e-7c00-7000-8000-000000000999'))
    expect(await screen.findByText('There is no such customer')).toBeVisible()
  })
})

describe('the dialog of a customer', () => {
  const writer = { ...nigar, permissions: [...nigar.permissions, 'customers.write' as const] }

  it('sends the changed fields with the version and says which one another customer has', async () => {
    const sent: unknown[] = []
    const { user, fake } = visitCustomers(customerPath(raufId), { me: writer })
    server.use(
      http.patch(`${base}/customers/:id`, async ({ request }) => {
        const { version, ...changes } = (await request.json()) as { version: number; phone?: string }
        sent.push({ version, ...changes })
        if (changes.phone === '+994557654321') return refuse(409, { phone: 'CUSTOMER.CONTACT_TAKEN' }, lale)
        fake.customer = { ...fake.customer, ...changes, version: version + 1 }
        return ok(fake.customer)
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Change' }))
    const dialog = await screen.findByRole('dialog', { name: 'Change the customer' })
    expect(await violations()).toEqual([])
    const phone = within(dialog).getByLabelText('Phone')
    await user.clear(phone)
    await user.paste('+994557654321')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(phone).toHaveAccessibleDescription(/Another customer has it/))
    await user.clear(phone)
    await user.paste('+994500001122')
    await user.click(within(dialog).getByLabelText('Note'))
    await user.paste('Həyətdən giriş')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(sent.at(-1)).toEqual({ version: 2, note: 'Həyətdən giriş' })
    expect(await screen.findByText('Həyətdən giriş')).toBeVisible()
  })
})

describe('merging, taking apart and wiping', () => {
  const owner = { ...tural, permissions: [...permissionValues] }

  /** Opens Rauf, with Lalə as the only other customer, and picks from the menu of the bar. */
  async function openMenu(item: string, customer = makeCustomer()) {
    const opened = visitCustomers(customerPath(raufId), { me: owner, customer, rows: [makeCustomerRow(), lale] })
    server.use(
      http.get(`${base}/customers/${lale.id}`, () => ok(makeCustomer({ ...lale, phones: ['+994557654321'], emails: [], discount: null }))),
    )
    await opened.user.click(await screen.findByRole('button', { name: 'More actions' }))
    await opened.user.click(await screen.findByRole('menuitem', { name: item }))
    return opened
  }

  it('merges by the keyboard alone, with both beside each other, and shows what is refused', async () => {
    const { user, fake } = await openMenu('Merge with…')
    const sent: unknown[] = []
    const keys = new Set<string | null>()
    server.use(
      http.post(`${base}/customers/:id/merge`, async ({ request }) => {
        sent.push(await request.json())
        keys.add(request.headers.get('Idempotency-Key'))
        if (sent.length === 1) return refuse(409, { general: 'CUSTOMER.TWO_ACCOUNTS' })
        const merge = { id: 'm1', name: lale.name ?? '', at: inMinutes(0), by: nigarAsPerson }
        fake.customer = { ...fake.customer, phones: [...fake.customer.phones, '+994557654321'], merges: [merge], version: 3 }
        return ok(fake.customer)
      }),
    )
    const dialog = await screen.findByRole('dialog', { name: 'Merge Rauf Nümunəyev' })
    await waitFor(() => expect(within(dialog).getByLabelText('With which customer?')).toHaveFocus())
    await user.keyboard('la')
    const found = await within(dialog).findByRole('list', { name: 'Customers found' })
    // The customer itself is not offered.
    expect(within(found).getAllByRole('button')).toHaveLength(1)
    expect(await violations()).toEqual([])
    await user.keyboard('{ArrowDown}{Enter}')
    const other = await within(dialog).findByRole('region', { name: `Is merged: ${lale.name ?? ''}` })
    expect(other).toHaveTextContent('055 765 43 21')
    expect(within(dialog).getByRole('region', { name: 'Stays: Rauf Nümunəyev' })).toHaveTextContent('050 000 11 22')
    expect(dialog).toHaveTextContent('Together: quotes 3, orders 1, phones 3, e-mails 1.')
    expect(await violations()).toEqual([])
    const send = within(dialog).getByRole('button', { name: 'Merge' })
    for (let presses = 0; document.activeElement !== send && presses < 9; presses += 1) await user.tab()
    await user.keyboard('{Enter}')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Both customers have an account of their own')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(sent).toEqual(Array(2).fill({ version: 2, otherId: lale.id, otherVersion: 2 }))
    expect([...keys]).toEqual([expect.any(String)])
    expect(await screen.findByRole('button', { name: `Take apart: ${lale.name ?? ''}` })).toBeVisible()
  })

  it('takes a merged customer apart', async () => {
    const merge = { id: 'm1', name: 'R. Nümunəyev', at: inMinutes(-90), by: nigarAsPerson }
    const { user, fake } = visitCustomers(customerPath(raufId), { me: owner, customer: makeCustomer({ merges: [merge] }) })
    server.use(
      http.delete(`${base}/customers/${raufId}/merge/m1`, () => {
        fake.customer = { ...fake.customer, merges: [] }
        return ok(fake.customer)
      }),
    )
    const apart = await screen.findByRole('button', { name: 'Take apart: R. Nümunəyev' })
    expect(await violations()).toEqual([])
    await user.click(apart)
    await waitFor(() => expect(apart).not.toBeInTheDocument())
    expect(screen.getByText('R. Nümunəyev is apart again.')).toBeVisible()
  })

  it('goes from the address of a merged customer to the one that it stands for', async () => {
    const { read } = visitCustomers(customerPath(lale.id), { me: owner })
    server.use(http.get(`${base}/customers/${lale.id}`, () => ok(makeCustomer())))
    expect(await screen.findByRole('heading', { name: 'Rauf Nümunəyev' })).toBeVisible()
    await waitFor(() => expect(window.location.pathname).toBe(`/desk${customerPath(raufId)}`))
    expect(read.every((id) => id === raufId)).toBe(true)
  })

  it('wipes after the typed name and the code, and says what is open', async () => {
    const { user, fake, state } = await openMenu('Delete the personal data…')
    const sent: unknown[] = []
    server.use(
      http.post(`${base}/customers/${raufId}/wipe`, async ({ request }) => {
        if (!state.hasStepUp) return refuse(403, { general: 'DESK.STEP_UP' })
        sent.push(await request.json())
        if (sent.length === 1) return refuse(409, { general: 'CUSTOMER.HAS_OPEN_ORDER' })
        fake.customer = makeCustomer({ name: null, phones: [], emails: [], isWiped: true, quotes: [], orders: [] })
        return ok(fake.customer)
      }),
    )
    const dialog = await screen.findByRole('dialog', { name: 'Delete the data of Rauf Nümunəyev' })
    const name = within(dialog).getByLabelText('Type the name to confirm: Rauf Nümunəyev')
    await user.type(name, 'Rauf{Enter}')
    expect(name).toHaveAccessibleDescription('The name is not the same.')
    expect(await violations()).toEqual([])
    await user.type(name, ' Nümunəyev')
    await user.click(within(dialog).getByRole('button', { name: 'Delete for good' }))
    await user.type(await screen.findByLabelText(/six-digit code/i), '407193')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('There is an open order.')
    await user.click(within(dialog).getByRole('button', { name: 'Delete for good' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(sent).toEqual([{ version: 2 }, { version: 2 }])
    expect(await screen.findByText("The customer's personal data was deleted. Numbers and sums remain.")).toBeVisible()
    expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull()
  })

  it('changes the personal discount from what was seen', async () => {
    const { user, fake } = visitCustomers(customerPath(raufId), { me: owner })
    const sent: unknown[] = []
    server.use(
      http.put(`${base}/customers/${raufId}/discount`, async ({ request }) => {
        const body = (await request.json()) as { from: number; discount: number }
        sent.push(body)
        if (body.from === 5) {
          fake.customer = makeCustomer({ discount: 7 })
          return refuse(409, { from: 'DESK.CHANGED' }, fake.customer)
        }
        fake.customer = makeCustomer({ discount: body.discount })
        return ok(fake.customer)
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Change the personal discount' }))
    const dialog = await screen.findByRole('dialog', { name: 'Personal discount' })
    const field = within(dialog).getByLabelText('Discount, %')
    await user.clear(field)
    await user.type(field, '100{Enter}')
    expect(field).toHaveAccessibleDescription('Type a whole number from 0 to 99.')
    await user.clear(field)
    await user.type(field, '12{Enter}')
    await within(dialog).findByRole('alert')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(sent).toEqual([
      { from: 5, discount: 12 },
      { from: 7, discount: 12 },
    ])
    expect(await screen.findByText('12 %')).toBeVisible()
  })

  it('offers none of it to a role without the rights', async () => {
    visitCustomers(customerPath(raufId), { customer: makeCustomer({ merges: [{ id: 'm1', name: 'R.', at: null, by: null }] }) })
    expect(await screen.findByText('Merged customers')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull()
    expect(screen.queryByRole('button', { name: /Take apart|personal discount/ })).toBeNull()
  })
})
