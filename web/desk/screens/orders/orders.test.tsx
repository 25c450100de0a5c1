import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse, type HttpHandler } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import type { Me, Order } from '@desk/api/records'
import { inMinutes, nigarAsPerson, rashad, tural } from '@desk/testing/fixtures'
import { base, list, ok, refuse } from '@desk/testing/handlers'
import { fakeFiles } from '@desk/testing/media'
import { makeOrder } from '@desk/testing/orders'
import { visit, violations } from '@desk/testing/render'
import { server } from '@desk/testing/server'
import { sendEvent } from '@desk/testing/stream'

const owner: Me = {
  ...tural,
  permissions: [
    ...tural.permissions,
    'orders.read',
    'orders.ship',
    'orders.create',
    'orders.assign',
    'orders.note',
    'orders.delivery',
    'payments.take',
    'payments.refund',
  ],
}

const first = makeOrder()
const plan = { method: 'delivery', on: null, from: null, to: null, crew: 'Elçin', note: '' } as const

const second = makeOrder({
  orderNumber: 'SB-9T3XW0QA',
  customer: { ...first.customer, name: 'Elnur Nümunəyev' },
  status: 'Pending',
  delivery: null,
})

interface Sent {
  path: string
  body: Record<string, unknown>
  key: string | null
}

/** Answers the calls of orders as the contract says, from memory; `sent` has what was sent, `asked` the queries of the list. */
function fakeOrders(start: readonly Order[] = [first, second]) {
  const orders = new Map(start.map((order) => [order.orderNumber, order]))
  const sent: Sent[] = []
  const asked: string[] = []
  const change = (
    method: 'post' | 'put' | 'patch',
    path: string,
    apply: (order: Order, body: Record<string, unknown>) => Order | Response,
  ) =>
    http[method](`${base}/orders/:number${path === '' ? '' : `/${path}`}`, async ({ request, params }) => {
      const body = (await request.json()) as Record<string, unknown>
      sent.push({ path, body, key: request.headers.get('Idempotency-Key') })
      const order = orders.get(String(params.number))
      if (order === undefined) return refuse(404, { general: 'ORDER.NOT_FOUND' })
      if ('version' in body && body.version !== order.version) return refuse(409, { version: 'DESK.CHANGED' }, order)
      const changed = apply(order, body)
      if (changed instanceof Response) return changed
      orders.set(changed.orderNumber, { ...changed, version: order.version + 1 })
      return ok(orders.get(changed.orderNumber))
    })
  const handlers: HttpHandler[] = [
    http.get(`${base}/orders/counts`, () =>
      ok({ open: 34, new: 6, deliveringTomorrow: 5, unpaid: 3, mine: 8, all: 1284, refundDue: 2, byStatus: {} }),
    ),
    http.get(`${base}/orders`, ({ request }) => {
      asked.push(new URL(request.url).search)
      return list([...orders.values()])
    }),
    http.post(`${base}/orders/bulk`, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      sent.push({ path: 'bulk', body, key: request.headers.get('Idempotency-Key') })
      return ok({
        undoUntil: body.action === 'status' ? inMinutes(1) : null,
        done: 1,
        results: [
          { number: first.orderNumber, ok: true, errors: null },
          { number: second.orderNumber, ok: false, errors: { to: 'STAFF.NOT_ASSIGNABLE' } },
        ],
      })
    }),
    http.get(`${base}/orders/:number`, ({ params }) => {
      const order = orders.get(String(params.number))
      return order === undefined ? refuse(404, { general: 'ORDER.NOT_FOUND' }) : ok(order)
    }),
    change('post', 'status', (order, { to }) => ({
      ...order,
      status: to as Order['status'],
      allowedStatuses: to === 'Shipped' ? ['Delivered'] : [],
      undoUntil: inMinutes(1),
    })),
    change('post', 'status/undo', (order) => ({ ...order, status: first.status, allowedStatuses: first.allowedStatuses, undoUntil: null })),
    change('post', 'payments', (order, { amount }) => {
      if (Number(amount) > order.balance) return refuse(409, { amount: 'PAYMENT.TOO_MUCH' })
      return { ...order, paidAmount: 1062.12, balance: 0, paymentStatus: 'Paid' }
    }),
    change('patch', '', (order, { shippingAddress }) => ({
      ...order,
      shippingAddress: { ...order.shippingAddress, ...(shippingAddress as Order['shippingAddress']) } as Order['shippingAddress'],
    })),
    change('put', 'assignee', (order, { to }) => ({
      ...order,
      assignee: [rashad, nigarAsPerson].find(({ id }) => id === to) ?? null,
    })),
    change('put', 'lines', (order, { lines, expectedTotal }) => {
      const [line] = lines as { quantity: number }[]
      if (line !== undefined && line.quantity > 6) return refuse(409, { 'lines[0].quantity': 'ORDER.NOT_ENOUGH' })
      return { ...order, totalAmount: Number(expectedTotal), balance: Number(expectedTotal) - order.paidAmount }
    }),
    change('patch', 'notes', (order, { text }) => ({
      ...order,
      timeline: order.timeline.map((entry) =>
        entry.kind === 'note'
          ? { ...entry, text: String(text), detail: { ...entry.detail, former: [{ text: entry.text, until: inMinutes(0) }] } }
          : entry,
      ),
    })),
    change('post', 'notes', (order, { text, mediaIds = [] }) => {
      const files = (mediaIds as string[]).map((mediaId) => ({ mediaId, name: mediaId, type: 'application/pdf', size: 4 }))
      const note: Order['timeline'][number] = {
        id: `note${String(order.timeline.length)}`,
        at: inMinutes(0),
        kind: 'note',
        actor: nigarAsPerson,
        text: String(text),
        detail: { mentions: [], former: [], files },
      }
      return { ...order, timeline: [...order.timeline, note] }
    }),
    change('put', 'delivery', (order, { method, on, from, to, crew, note }) => ({
      ...order,
      delivery: { method, on, from, to, crew, note } as Order['delivery'],
    })),
    http.get(`${base}/orders/:number/paper/delivery`, () =>
      ok({
        orderNumber: first.orderNumber,
        orderDate: first.orderDate,
        status: 'Processing',
        customerName: 'Rauf Nümunəyev',
        delivery: first.delivery,
        printedAt: inMinutes(0),
        printedBy: rashad,
        company: ['Şəbəkə MMC', 'VÖEN 1234567890'],
        lines: [
          {
            code: 'SK-101',
            name: 'Oak wardrobe',
            detail: 'oiled',
            imageUrl: null,
            quantity: 1,
            isPicked: true,
            unitPrice: 1062.12,
            subtotal: 1062.12,
          },
        ],
        shippingAddress: first.shippingAddress,
        deliveryPrice: 0,
        totalAmount: 1062.12,
        paidAmount: 400,
        balance: 662.12,
      }),
    ),
  ]
  return { orders, sent, asked, handlers }
}

/** The main button in the bar; the dock of phones has it again. */
async function mainButton(name: string): Promise<HTMLElement> {
  await screen.findAllByRole('button', { name })
  const found = screen.getAllByRole('button', { name }).at(0)
  if (found === undefined) throw new Error(`no button ${name}`)
  return found
}

function visitOrders(path: string, fake = fakeOrders()) {
  return { ...fake, ...visit(path, owner, undefined, ...fake.handlers) }
}

describe('the way back to the table of orders', () => {
  it('keeps its filters and its place', async () => {
    const { user } = visitOrders('/orders?assignee=me')
    await screen.findByRole('link', { name: first.orderNumber })
    document.documentElement.scrollTop = 340
    document.dispatchEvent(new Event('scroll'))
    await user.click(screen.getByRole('link', { name: first.orderNumber }))
    await screen.findByRole('region', { name: `Order ${first.orderNumber}` })
    document.documentElement.scrollTop = 0
    await user.keyboard('{Escape}')
    await screen.findByRole('link', { name: first.orderNumber })
    expect(window.location.search).toBe('?assignee=me')
    await waitFor(() => expect(document.documentElement.scrollTop).toBe(340))
  })
})

describe('the table of orders', () => {
  it('begins with the open ones, and keeps the view in the address', async () => {
    const { user, asked } = visitOrders('/orders')
    expect(await screen.findByText('Rauf Nümunəyev')).toBeVisible()
    expect(asked[0]).toContain('status=Pending%2CProcessing%2CShipped%2CDelivered')
    const views = screen.getByRole('navigation', { name: 'Views' })
    expect(within(views).getByRole('button', { name: /^Open/ })).toHaveAttribute('aria-current', 'true')
    await user.click(within(views).getByRole('button', { name: /^Mine/ }))
    await waitFor(() => expect(window.location.search).toContain('assignee=me'))
    expect(await violations()).toEqual([])
  })

  it('assigns several at once, and lists what was refused', async () => {
    const { user, sent } = visitOrders('/orders')
    const one = await screen.findByRole('checkbox', { name: `Mark order ${first.orderNumber}` })
    await user.click(one)
    // A cell that is drawn anew would lose it.
    expect(one).toHaveFocus()
    await user.click(screen.getByRole('checkbox', { name: `Mark order ${second.orderNumber}` }))
    await user.click(screen.getByRole('button', { name: 'Assign' }))
    await user.click(await screen.findByRole('menuitem', { name: rashad.name }))
    const dialog = await screen.findByRole('dialog', { name: '1 order was not changed' })
    expect(within(dialog).getByText(second.orderNumber)).toBeVisible()
    expect(sent[0]?.body).toEqual({ action: 'assign', to: rashad.id, numbers: [first.orderNumber, second.orderNumber] })
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('money', () => {
  const path = `/orders/${first.orderNumber}`

  it('says what is paid in part with both sums, and what is to be given back', async () => {
    const overpaid = makeOrder({ id: 'third', orderNumber: 'SB-9V0T2C3M', paymentStatus: 'Paid', paidAmount: 1100, balance: 0 })
    visitOrders('/orders', fakeOrders([first, makeOrder({ ...second, status: 'Cancelled', paidAmount: 400, balance: 0 }), overpaid]))
    expect(await screen.findByText('Partly paid')).toBeVisible()
    expect(screen.getByText(/400\.00.*received.*662\.12.*due/)).toBeVisible()
    const views = screen.getByRole('navigation', { name: 'Views' })
    expect(within(views).getByRole('button', { name: /^Refund due/ })).toHaveTextContent('2')
    expect(screen.getAllByText('Refund due')).toHaveLength(3)
    // Refunds: all of a cancelled order, and the excess over the total of another one.
    expect(screen.getByText(/^\D*400\.00\D*$/)).toBeVisible()
    expect(screen.getByText(/^\D*37\.88\D*$/)).toBeVisible()
  })

  it('offers the deposit, the rest and another amount', async () => {
    const terms = { deposit: 500, depositPercent: 47, makeDays: 20, readyOn: '2026-12-06' }
    const { user } = visitOrders(path, fakeOrders([makeOrder({ terms })]))
    expect(await screen.findByText('Deposit (47 %)')).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Take a payment' }))
    const dialog = await screen.findByRole('dialog', { name: 'Take a payment' })
    const amount = within(dialog).getByLabelText('Amount, ₼')
    // 400 of it are paid.
    expect(amount).toHaveValue('100.00')
    await user.click(within(dialog).getByRole('button', { name: 'Rest' }))
    expect(amount).toHaveValue('662.12')
    await user.click(within(dialog).getByRole('button', { name: 'Other amount' }))
    expect(amount).toHaveValue('')
    expect(amount).toHaveFocus()
  })

  it('gives money back by the means that it was taken by', async () => {
    const { user } = visitOrders(path)
    await user.click(await screen.findByRole('button', { name: 'Refund' }))
    const dialog = await screen.findByRole('dialog', { name: 'Refund' })
    const options = within(within(dialog).getByLabelText('Method')).getAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual(['by card'])
    expect(within(dialog).getByLabelText('Amount, ₼')).toHaveValue('400.00')
  })
})

describe('corrections', () => {
  const path = `/orders/${first.orderNumber}`

  it('change the recipient before the order is shipped', async () => {
    const { user, sent } = visitOrders(path)
    await user.click(await screen.findByRole('button', { name: 'Correct' }))
    const dialog = await screen.findByRole('dialog', { name: 'Recipient and address' })
    const street = within(dialog).getByLabelText('Street, house, apartment')
    await user.clear(street)
    await user.type(street, 'Nizami 2')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Nizami 2')).toBeVisible()
    expect(sent[0]?.body).toMatchObject({ version: 5, shippingAddress: { firstName: 'Rauf', address: 'Nizami 2' } })
  })

  it('leave the former text of a note readable', async () => {
    const own = { ...owner, name: owner.name }
    const timeline: Order['timeline'] = [
      {
        id: 't9',
        at: inMinutes(-5),
        kind: 'note',
        actor: { id: own.id, name: own.name },
        text: '4-cü mərtəbə',
        detail: { mentions: [], former: [], files: [] },
      },
    ]
    const { user, sent } = visitOrders(path, fakeOrders([makeOrder({ status: 'Shipped', timeline })]))
    await user.click(await screen.findByRole('button', { name: 'Correct' }))
    const dialog = await screen.findByRole('dialog', { name: 'Correct the note' })
    const text = within(dialog).getByLabelText('Note')
    await user.clear(text)
    await user.type(text, '5-ci mərtəbə')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByText('corrected'))
    expect(screen.getByText(/4-cü mərtəbə/)).toBeVisible()
    expect(sent[0]?.body).toEqual({ id: 't9', text: '5-ci mərtəbə' })
  })
})

describe('the lines of an order', () => {
  const path = `/orders/${first.orderNumber}`
  const open = async (fake = fakeOrders()) => {
    const visited = visitOrders(path, fake)
    await visited.user.click(await screen.findByRole('button', { name: 'Change the lines' }))
    return { ...visited, dialog: within(await screen.findByRole('dialog', { name: 'Lines of the order' })) }
  }
  const fact = (label: string) => within(screen.getByRole('dialog')).getByText(label).nextElementSibling

  it('change with the sums before and after, and with no mail unless wanted', async () => {
    const { user, sent, dialog } = await open()
    const quantity = dialog.getByLabelText('Qty, line 1')
    await user.clear(quantity)
    await user.type(quantity, '2')
    expect(fact('Sum before')).toHaveTextContent('1,062.12')
    expect(fact('New sum')).toHaveTextContent('2,124.24')
    expect(fact('Balance')).toHaveTextContent('1,724.24')
    expect(await violations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
    expect(sent[0]?.body).toEqual({
      version: 5,
      expectedTotal: 2124.24,
      notify: false,
      lines: [
        {
          id: 'line-1',
          productId: 1,
          name: 'Palıd şkaf',
          detail: '',
          imageUrl: null,
          quantity: 2,
          listPrice: 1249.55,
          discount: 15,
          isMadeToOrder: false,
        },
      ],
    })
  })

  it('say at which line the stock lacks, and what is to be given back', async () => {
    const { user, dialog } = await open(fakeOrders([makeOrder({ paidAmount: 1062.12, balance: 0 })]))
    const quantity = dialog.getByLabelText('Qty, line 1')
    await user.clear(quantity)
    await user.type(quantity, '7')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(quantity).toHaveAttribute('aria-invalid', 'true'))
    const discount = dialog.getByLabelText('Discount, line 1')
    await user.clear(quantity)
    await user.type(quantity, '1')
    await user.clear(discount)
    await user.type(discount, '50')
    expect(fact('Refund due')).toHaveTextContent('437.34')
  })

  it('begin again from the present ones after a stale change', async () => {
    const fake = fakeOrders()
    const { user, dialog } = await open(fake)
    const quantity = dialog.getByLabelText('Qty, line 1')
    await user.clear(quantity)
    await user.type(quantity, '3')
    const [item] = first.items
    if (item === undefined) throw new Error('no line')
    fake.orders.set(first.orderNumber, makeOrder({ version: 6, items: [{ ...item, id: 'line-1', productId: 9, quantity: 4 }] }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByRole('alert')).toBeVisible()
    expect(dialog.getByLabelText('Qty, line 1')).toHaveValue('4')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(fake.sent.at(-1)?.body).toMatchObject({ version: 6, lines: [{ productId: 9, quantity: 4 }] }))
  })

  it('are told in words in the history', async () => {
    const change = (before: number | null, after: number | null, nameEn: string) => {
      const facts = (quantity: number | null) =>
        quantity === null ? null : { quantity, unitPrice: 100, detail: 'white', isMadeToOrder: false }
      return { nameAz: nameEn, nameRu: nameEn, nameEn, before: facts(before), after: facts(after) }
    }
    const timeline: Order['timeline'] = [
      {
        id: 't9',
        at: inMinutes(-5),
        kind: 'lines',
        actor: null,
        text: '',
        detail: { changes: [change(1, 2, 'Sofa'), change(null, 1, 'Lamp'), change(3, null, 'Chair')], from: 400, to: 300 },
      },
    ]
    visitOrders(path, fakeOrders([makeOrder({ timeline })]))
    expect(await screen.findByText('Lines changed: ₼400.00 → ₼300.00')).toBeVisible()
    expect(screen.getByText('Sofa: 1 × ₼100.00, white → 2 × ₼100.00, white')).toBeVisible()
    expect(screen.getByText('Lamp: added, 1 × ₼100.00, white')).toBeVisible()
    expect(screen.getByText('Chair: removed, 3 × ₼100.00, white')).toBeVisible()
  })
})

describe('several orders', () => {
  it('take a step together, and those that did take it back', async () => {
    const same = makeOrder({ ...second, status: 'Processing' })
    const { user, sent } = visitOrders('/orders', fakeOrders([first, same]))
    await user.click(await screen.findByRole('checkbox', { name: `Mark order ${first.orderNumber}` }))
    await user.click(screen.getByRole('checkbox', { name: `Mark order ${same.orderNumber}` }))
    await user.click(screen.getByRole('button', { name: 'Send off' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.body).toEqual({ action: 'undo', from: 'Shipped', numbers: [first.orderNumber] })
  })
})

describe('an order', () => {
  const path = `/orders/${first.orderNumber}`

  it('takes files with a note, and saves one that is pressed', async () => {
    const { named, handlers } = fakeFiles()
    const { user, sent } = visitOrders(path)
    server.use(...handlers)
    const text = await screen.findByLabelText('Text of the note')
    await user.type(text, 'Qapı 80 sm')
    const input = await screen.findByLabelText('Attach files', { selector: 'input' })
    await user.upload(input, [new File(['door'], 'qapi.pdf', { type: 'application/pdf' })])
    const save = screen.getByRole('button', { name: 'Add note' })
    expect(await screen.findByRole('button', { name: 'Remove qapi.pdf' })).toBeVisible()
    // Attachments stay while the text is rewritten.
    await user.clear(text)
    expect(save).toBeDisabled()
    await user.type(text, 'Qapı 90 sm')
    await waitFor(() => expect(save).toBeEnabled())
    expect(await violations()).toEqual([])
    await user.click(save)
    await waitFor(() => expect(sent[0]?.body).toEqual({ text: 'Qapı 90 sm', mentions: [], mediaIds: ['qapi.pdf'] }))
    expect(named).toEqual(['file', 'qapi.pdf'])

    Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined })
    const opened = vi.fn()
    server.use(
      http.get(`${base}/media/qapi.pdf/content`, () => {
        opened()
        return HttpResponse.arrayBuffer(new ArrayBuffer(4))
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'qapi.pdf' }))
    await waitFor(() => expect(opened).toHaveBeenCalledOnce())
    await user.type(text, 'Lift kiçikdir')
    await user.click(await screen.findByRole('button', { name: 'Add note' }))
    await waitFor(() => expect(sent[1]?.body).toEqual({ text: 'Lift kiçikdir', mentions: [] }))
  })

  it('takes the next step by its main button', async () => {
    const { user, sent } = visitOrders(path)
    const buttons = await screen.findAllByRole('button', { name: 'Send off' })
    expect(screen.getByText('Came by: Advertising · google · spring')).toBeInTheDocument()
    for (const button of buttons.slice(0, 1)) await user.click(button)
    await waitFor(() => expect(document.querySelector('[aria-current=step]')).toHaveTextContent('Shipped'))
    expect(sent[0]?.body).toEqual({ from: 'Processing', to: 'Shipped' })
    expect(await violations()).toEqual([])
  })

  it('takes a step back by the message, which counts down', async () => {
    const { user, sent } = visitOrders(path)
    await user.click(await mainButton('Send off'))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    expect(undo).toHaveTextContent('Undo (8)')
    await user.click(undo)
    await waitFor(() => expect(document.querySelector('[aria-current=step]')).toHaveTextContent('Processing'))
    expect(sent.map((call) => [call.path, call.body])).toEqual([
      ['status', { from: 'Processing', to: 'Shipped' }],
      ['status/undo', { from: 'Shipped' }],
    ])
  })

  it('does not take the next step by a second press in the same second', async () => {
    const { user, sent } = visitOrders(path)
    await user.click(await mainButton('Send off'))
    const next = await mainButton('Delivered')
    expect(next).toHaveAttribute('aria-disabled', 'true')
    await user.click(next)
    expect(sent).toHaveLength(1)
    await waitFor(() => expect(next).not.toHaveAttribute('aria-disabled'), { timeout: 2_000 })
    await user.click(next)
    await waitFor(() => expect(sent).toHaveLength(2))
  })

  it('asks before the step of a key', async () => {
    const { user, sent } = visitOrders(path)
    await screen.findAllByRole('button', { name: 'Send off' })
    await user.keyboard('m')
    const dialog = await screen.findByRole('dialog', { name: `${first.orderNumber} — Send off?` })
    expect(sent).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Send off' }))
    await waitFor(() => expect(sent[0]?.body).toEqual({ from: 'Processing', to: 'Shipped' }))
  })

  it('goes back one step with a reason', async () => {
    const { user, sent } = visitOrders(path, fakeOrders([makeOrder({ previousStatus: 'Pending' })]))
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Back one step: Pending' }))
    const dialog = await screen.findByRole('dialog', { name: `${first.orderNumber} — back one step?` })
    await user.click(within(dialog).getByRole('button', { name: 'Take back' }))
    expect(await within(dialog).findByText('Fill this in')).toBeVisible()
    await user.type(within(dialog).getByLabelText('Reason'), 'The lorry broke down')
    await user.click(within(dialog).getByRole('button', { name: 'Take back' }))
    await waitFor(() =>
      expect(sent[0]?.body).toEqual({ from: 'Processing', to: 'Pending', reason: 'other', text: 'The lorry broke down', notify: false }),
    )
  })

  it('records a payment of the balance at most', async () => {
    const { user, sent } = visitOrders(path)
    await user.click(await screen.findByRole('button', { name: 'Take a payment' }))
    const dialog = await screen.findByRole('dialog', { name: 'Take a payment' })
    const amount = within(dialog).getByLabelText('Amount, ₼')
    await user.clear(amount)
    await user.type(amount, '1.700')
    expect(within(dialog).getByText('₼1,700.00')).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: 'Record' }))
    expect(await within(dialog).findByText('The amount is too large')).toBeVisible()
    expect(sent).toEqual([])
    await user.clear(amount)
    await user.type(amount, '662.12')
    await user.click(within(dialog).getByRole('button', { name: 'Record' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent[0]?.body).toMatchObject({ version: 5, kind: 'in', amount: 662.12, method: 'cash' })
  })

  it('records a payment only after another look where somebody else recorded one meanwhile', async () => {
    const { user, orders, sent } = visitOrders(path)
    await user.click(await screen.findByRole('button', { name: 'Take a payment' }))
    const dialog = await screen.findByRole('dialog', { name: 'Take a payment' })
    const amount = within(dialog).getByLabelText('Amount, ₼')
    await user.clear(amount)
    await user.type(amount, '100')
    orders.set(first.orderNumber, { ...first, paidAmount: 500, balance: 562.12, version: 6, changedBy: rashad })
    act(() => sendEvent('change', { kind: 'order', id: first.orderNumber, what: 'payment', version: 6, by: rashad.id, at: '' }))
    await within(dialog).findByText(/562\.12/)
    const record = within(dialog).getByRole('button', { name: 'Record' })
    await user.click(record)
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Somebody changed this meanwhile')
    await user.click(record)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.map(({ body }) => body.version)).toEqual([5, 6])
  })

  it('takes another assignee back by the message', async () => {
    const { user, sent } = visitOrders(path)
    await user.click(await screen.findByRole('button', { name: /^Assignee/ }))
    await user.click(await screen.findByRole('menuitem', { name: rashad.name }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.map(({ body }) => body)).toEqual([
      { from: nigarAsPerson.id, to: rashad.id },
      { from: rashad.id, to: nigarAsPerson.id },
    ])
  })

  it('takes another plan of the delivery back by the message, unless the customer was told', async () => {
    const { user, sent } = visitOrders(path, fakeOrders([makeOrder({ delivery: plan })]))
    const planned = async (isTold: boolean) => {
      await user.click(await screen.findByRole('button', { name: 'Change' }))
      const dialog = within(await screen.findByRole('dialog'))
      await user.type(dialog.getByLabelText('Who drives'), '!')
      if (isTold) await user.click(dialog.getByRole('checkbox'))
      await user.click(dialog.getByRole('button', { name: 'Save' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await planned(false)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    const none = { method: 'delivery', on: null, from: null, to: null, note: '' }
    expect(sent.map(({ body }) => body)).toEqual([
      { ...none, version: 5, crew: 'Elçin!', notify: false },
      { ...none, version: 6, crew: 'Elçin', notify: false },
    ])
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull())
    await planned(true)
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  })

  it('asks whose plan of the delivery holds where both changed it', async () => {
    const { user, orders } = visitOrders(path)
    await user.click(await screen.findByRole('button', { name: 'Change' }))
    const delivery = { method: 'delivery' as const, on: '2026-12-02', from: null, to: null, crew: 'theirs', note: '' }
    orders.set(first.orderNumber, { ...first, delivery, version: 6, changedBy: rashad })
    act(() => sendEvent('change', { kind: 'order', id: first.orderNumber, what: 'delivery', version: 6, by: rashad.id, at: '' }))
    await screen.findByText(/theirs/)
    const dialog = await screen.findByRole('dialog', { name: 'When is the delivery?' })
    const crew = within(dialog).getByLabelText('Who drives')
    await user.clear(crew)
    await user.type(crew, 'mine')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    const conflict = await screen.findByRole('dialog', { name: /changed this meanwhile/ })
    await user.click(within(conflict).getByRole('radio', { name: /yours/ }))
    await user.click(within(conflict).getByRole('button', { name: 'Merge and save' }))
    await waitFor(() => expect(orders.get(first.orderNumber)?.delivery?.crew).toBe('mine'))
  })

  it('is cancelled with a reason, and says what follows', async () => {
    const { user, sent } = visitOrders(path)
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Cancel the order' }))
    const dialog = await screen.findByRole('dialog', { name: `Cancel order ${first.orderNumber}?` })
    expect(within(dialog).getByText(/Refund the money separately/)).toBeVisible()
    const cancel = within(dialog).getByRole('button', { name: 'Cancel the order' })
    expect(cancel).toBeDisabled()
    await user.click(within(dialog).getByRole('radio', { name: 'Out of stock' }))
    await user.click(cancel)
    await waitFor(() => expect(sent[0]?.body).toEqual({ from: 'Processing', to: 'Cancelled', reason: 'outOfStock', text: '' }))
  })

  it('has a delivery note with the rest to pay', async () => {
    const { user } = visitOrders(`${path}/paper/delivery`)
    const paper = await screen.findByRole('article', { name: `Delivery note ${first.orderNumber}` })
    expect(within(paper).getByText(/662\.12/)).toBeVisible()
    expect(within(paper).getByText('Nümunə küçəsi 12')).toBeVisible()
    expect(within(paper).getByText(/To take from the customer.*662\.12/)).toBeVisible()
    expect(within(paper).getByText('VÖEN 1234567890')).toBeVisible()
    expect(within(paper).getByRole('link', { name: '050 000 11 22' })).toHaveAttribute('href', 'tel:+994500001122')
    expect(within(paper).getByRole('link', { name: 'On the map' })).toHaveAttribute('href', expect.stringContaining('N%C3%BCmun%C9%99'))
    await user.click(within(paper).getByRole('checkbox', { name: 'Received: Oak wardrobe' }))
    expect(within(paper).getByRole('checkbox')).toBeChecked()
    expect(await violations()).toEqual([])
  })
})
