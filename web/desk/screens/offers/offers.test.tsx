import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { queryClient } from '@desk/api/query-client'
import type { Me, Offer } from '@desk/api/records'
import { marina, nigar, rashad } from '@desk/testing/fixtures'
import { base, refuse } from '@desk/testing/handlers'
import { fakeFiles } from '@desk/testing/media'
import { draftId, makeOffer, patched, sentOffer } from '@desk/testing/offers'
import { visit, violations } from '@desk/testing/render'
import { server } from '@desk/testing/server'

const path = `/quotes/${marina}/offer/${draftId}`
const seller: Me = { ...nigar, permissions: [...nigar.permissions, 'orders.create'] }
const manager: Me = { ...seller, role: 'manager', permissions: [...seller.permissions, 'offers.approve', 'offers.acceptLate'] }

/** Opens an offer that the fake desk has instead of the draft. */
function open(offer: Offer = makeOffer(), me: Me = seller) {
  const opened = visit(path, me)
  opened.state.offers.set(offer.id, offer)
  return opened
}

interface Call {
  method: string
  path: string
  key: string | null
  body: unknown
}
const patches = (calls: readonly Call[]) => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
const sent = (calls: readonly Call[], name: string) => calls.filter(({ method, path: of }) => method === 'POST' && of.endsWith(name))

const ready = () => screen.findByRole('region', { name: 'Offer ST-0M4K7Q2X' })
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const saved = () => screen.findByText(/^Saved at/)

describe('a draft', () => {
  it('asks to check the catalogue price of an own size, until somebody sets one', async () => {
    const offer = makeOffer()
    const lines = offer.lines.map((line, at) => (at === 0 ? { ...line, isMadeToOrder: true, isPriceToCheck: true } : line))
    const { state } = open({ ...offer, lines })
    await ready()
    expect(screen.getByText('Catalogue price, check it')).toBeVisible()
    expect(screen.getByText('Made to order, takes nothing from stock')).toBeVisible()
    type('Price, line 1', '7000')
    await waitFor(() => expect(screen.queryByText('Catalogue price, check it')).toBeNull())
    await waitFor(() => expect(patches(state.calls)).not.toHaveLength(0))
    const body = patches(state.calls).at(-1) as { lines: { isMadeToOrder: boolean; isPriceToCheck: boolean }[] }
    expect(body.lines[0]).toMatchObject({ isMadeToOrder: true, isPriceToCheck: false })
    expect(await violations()).toEqual([])
  })

  it('shows its lines and sums, and what the customer will see in their language', async () => {
    open()
    await ready()
    expect(screen.getByLabelText('Name, line 1')).toHaveValue('Кухня угловая, дуб')
    expect(screen.getByText('MT-205, 6,380.50 in the catalogue (−15%), 3 in stock')).toBeVisible()
    const paper = within(await screen.findByRole('group', { name: 'What the customer sees' }))
    expect(await paper.findByText('Марина, ваше предложение готово')).toBeVisible()
    expect(paper.getByText(/Изготовление 25 рабочих дней/)).toBeVisible()
    expect(await violations()).toEqual([])
  })

  it('computes the sums while typing, and saves only the changed field with the version', async () => {
    const { state } = open()
    await ready()
    type('Discount, line 2', '10')
    expect(screen.getByText('702.00')).toBeVisible()
    expect(screen.getAllByText('₼6,516.00')).not.toHaveLength(0)
    await waitFor(() => expect(patches(state.calls)).toHaveLength(1))
    await saved()
    const [body] = patches(state.calls) as { version: number; lines: { id: string; discount: number }[] }[]
    expect(Object.keys(body ?? {})).toEqual(['version', 'lines'])
    expect(body?.version).toBe(4)
    expect(body?.lines.map(({ id, discount }) => [id, discount])).toEqual([
      ['l1', 15],
      ['l2', 10],
    ])
    expect(state.offers.get(draftId)?.total).toBe(6516)
  })

  it('shows at once what was understood of a price', async () => {
    open()
    await ready()
    type('Price, line 2', '1.250')
    expect(await screen.findByText(/1,250\.00/, { selector: 'small' })).toBeVisible()
    await saved()
  })

  it('keeps the id that the service gave a new line', async () => {
    const { state, user } = open()
    await ready()
    await user.click(screen.getByRole('button', { name: 'Free line' }))
    type('Name, line 3', 'Карусель')
    type('Price, line 3', '240')
    await waitFor(() => expect(patches(state.calls)).toHaveLength(1))
    await saved()
    type('Qty, line 3', '2')
    await waitFor(() => expect(patches(state.calls)).toHaveLength(2))
    const [, second] = patches(state.calls) as { version: number; lines: { id?: string; quantity: number }[] }[]
    expect(second?.version).toBe(5)
    expect(second?.lines[2]).toMatchObject({ id: 'new-4-2', quantity: 2 })
  })

  it('takes a line from the catalogue in the language of the offer', async () => {
    const { state, user } = open()
    await ready()
    await user.click(screen.getByRole('button', { name: 'From the catalogue' }))
    await user.type(await screen.findByLabelText('Name or code of the product'), 'drawer')
    await user.click(await screen.findByRole('button', { name: /Drawer slides/ }))
    expect(await screen.findByLabelText('Name, line 3')).toHaveValue('Направляющие')
    await waitFor(() => expect(state.offers.get(draftId)?.lines).toHaveLength(3))
    expect(state.offers.get(draftId)?.lines[2]).toMatchObject({ productId: 312, listPrice: 34.45, quantity: 1 })
  })

  it('takes several lines from the catalogue: a press or Space stays, Enter ends', async () => {
    const { state, user } = open()
    await ready()
    await user.click(screen.getByRole('button', { name: 'From the catalogue' }))
    const dialog = await screen.findByRole('dialog', { name: 'From the catalogue' })
    await user.type(within(dialog).getByLabelText('Name or code of the product'), 'drawer')
    const product = await within(dialog).findByRole('button', { name: /Drawer slides/ })
    await user.click(product)
    await user.keyboard(' ')
    expect(
      within(dialog)
        .getAllByRole('status')
        .map((status) => status.textContent),
    ).toContain('2 added')
    expect(await violations()).toEqual([])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'From the catalogue' })).toBeNull())
    await waitFor(() => expect(state.offers.get(draftId)?.lines).toHaveLength(4))
  })

  it('is not saved before its errors are corrected', async () => {
    const { state, user } = open()
    await ready()
    type('Price, line 2', 'much')
    expect(await screen.findByText('Not saved: some fields need correcting')).toBeVisible()
    await user.click(screen.getAllByRole('button', { name: 'Send' })[0] ?? document.body)
    expect(await screen.findByText('Correct the marked fields first')).toBeVisible()
    expect(patches(state.calls)).toEqual([])
    expect(screen.getByLabelText('Price, line 2')).toBeInvalid()
  })

  it('moves and doubles lines by keys', async () => {
    const { state } = open()
    await ready()
    fireEvent.keyDown(screen.getByLabelText('Name, line 2'), { key: 'ArrowUp', altKey: true })
    expect(screen.getByLabelText('Name, line 1')).toHaveValue('Пенал')
    fireEvent.keyDown(screen.getByLabelText('Name, line 1'), { key: 'd', ctrlKey: true })
    expect(screen.getByLabelText('Name, line 2')).toHaveValue('Пенал')
    await waitFor(() => expect(state.offers.get(draftId)?.lines.map(({ name }) => name)).toEqual(['Пенал', 'Пенал', 'Кухня угловая, дуб']))
  })

  it('survives a reload, and is saved then', async () => {
    const first = open()
    server.use(http.patch(`${base}/offers/:id`, () => refuse(503, { general: 'ERROR.UNAVAILABLE' })))
    await ready()
    type('A word to the customer', 'Высота 92 см')
    expect(await screen.findByText('Not saved; kept in this browser')).toBeVisible()
    expect(patches(first.state.calls)).toEqual([])

    cleanup()
    queryClient.clear()
    server.resetHandlers()
    const { state } = open()
    await ready()
    expect(screen.getByLabelText('A word to the customer')).toHaveValue('Высота 92 см')
    await waitFor(() => expect(patches(state.calls)).toEqual([{ version: 4, message: 'Высота 92 см' }]))
    await saved()
    expect(localStorage.getItem(`desk.draft.offer.${nigar.id}.${draftId}`)).toBeNull()
  })

  it('saves again by itself when the network is back', async () => {
    const { state } = open()
    server.use(http.patch(`${base}/offers/:id`, () => HttpResponse.error(), { once: true }))
    await ready()
    type('A word to the customer', 'Высота 92 см')
    expect(await screen.findByText('Not saved; kept in this browser')).toBeVisible()
    window.dispatchEvent(new Event('online'))
    await saved()
    expect(patches(state.calls)).toEqual([{ version: 4, message: 'Высота 92 см' }])
  })

  it('of an earlier visit merges with what was saved since', async () => {
    open()
    server.use(http.patch(`${base}/offers/:id`, () => refuse(503, { general: 'ERROR.UNAVAILABLE' })))
    await ready()
    type('A word to the customer', 'Высота 92 см')
    await screen.findByText('Not saved; kept in this browser')

    cleanup()
    queryClient.clear()
    server.resetHandlers()
    const { state } = open(patched(makeOffer(), { makeDays: 40 }, rashad))
    await waitFor(() => expect(state.offers.get(draftId)).toMatchObject({ message: 'Высота 92 см', makeDays: 40, version: 6 }))
    await waitFor(() => expect(screen.getByLabelText('Working days to make')).toHaveValue('40'))
  })

  it('merges with what another person saved, and asks where both changed the same', async () => {
    const { state, user } = open()
    await ready()
    const theirs = patched(makeOffer(), { makeDays: 40, message: 'Их слово' }, rashad)
    state.offers.set(draftId, theirs)
    type('A word to the customer', 'Наше слово')
    const dialog = await screen.findByRole('dialog', { name: /Rəşad Quliyev changed this meanwhile/ })
    expect(within(dialog).getByText('Их слово', { exact: false })).toBeVisible()
    await user.click(within(dialog).getAllByRole('radio')[1] ?? document.body)
    await user.click(within(dialog).getByRole('button', { name: 'Merge and save' }))
    await waitFor(() => expect(state.offers.get(draftId)).toMatchObject({ message: 'Наше слово', makeDays: 40, version: 6 }))
    await waitFor(() => expect(screen.getByLabelText('Working days to make')).toHaveValue('40'))
    expect(screen.getByLabelText('A word to the customer')).toHaveValue('Наше слово')
  })

  it('shows theirs where the own changes are given up', async () => {
    const { state, user } = open()
    await ready()
    state.offers.set(draftId, patched(makeOffer(), { message: 'Их слово' }, rashad))
    type('A word to the customer', 'Наше слово')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard mine' }))
    await waitFor(() => expect(screen.getByLabelText('A word to the customer')).toHaveValue('Их слово'))
    await saved()
    expect(state.offers.get(draftId)?.version).toBe(5)
  })

  it('takes PDF files for the customer, and gives them up again', async () => {
    const { named, handlers } = fakeFiles()
    const plan = { mediaId: 'plan', name: 'plan.pdf', type: 'application/pdf', size: 4 }
    const { user, state } = open(makeOffer({ files: [plan] }))
    server.use(...handlers)
    await ready()
    const add = (...files: File[]) => fireEvent.change(screen.getByLabelText('Add a PDF', { selector: 'input' }), { target: { files } })
    add(new File(['front'], 'front.pdf', { type: 'application/pdf' }))
    await waitFor(() => expect(patches(state.calls)).toEqual([{ version: 4, mediaIds: ['plan', 'front.pdf'] }]))
    expect(await screen.findByRole('button', { name: 'front.pdf' })).toBeVisible()
    expect(within(screen.getByRole('group', { name: 'What the customer sees' })).getByText('front.pdf')).toBeInTheDocument()
    expect(await violations()).toEqual([])

    add(new File(['wall'], 'wall.jpg', { type: 'image/jpeg' }))
    expect(await screen.findByText('Only PDF can be added.')).toBeVisible()
    expect(named).toEqual(['file', 'front.pdf'])
    await user.click(screen.getByRole('button', { name: 'Remove plan.pdf' }))
    await waitFor(() => expect(patches(state.calls)[1]).toEqual({ version: 5, mediaIds: ['front.pdf'] }))
  })

  it('is sent with the saved total, and its link is shown', async () => {
    const { state, user } = open()
    await ready()
    type('Discount, line 2', '15')
    await user.click(screen.getAllByRole('button', { name: 'Send' })[0] ?? document.body)
    const dialog = await screen.findByRole('dialog', { name: 'Send the offer for ₼6,477.00?' })
    expect(within(dialog).getByRole('checkbox', { name: 'E-mail to customer@example.com' })).toBeChecked()
    await user.click(within(dialog).getByRole('button', { name: 'Send' }))
    const share = await screen.findByRole('dialog', { name: 'The link for the customer' })
    expect(sent(state.calls, '/send').map(({ body }) => body)).toEqual([{ version: 5, mail: true, total: 6477 }])
    expect(sent(state.calls, '/send')[0]?.key).not.toBeNull()
    expect(await within(share).findByLabelText('Link')).toHaveValue('https://shop.example/ru/offer#ST-0M4K7Q2X.k3J9wQ7dYx2LmT0aVb5cZg')
    expect(within(share).getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      expect.stringContaining('https://wa.me/994500123456'),
    )
  })

  it('becomes read-only where another person sent it meanwhile', async () => {
    const { state } = open()
    await ready()
    state.offers.set(draftId, { ...makeOffer(), state: 'sent', sentBy: rashad, sentAt: '2026-11-23T10:00:00Z' })
    type('A word to the customer', 'Слишком поздно')
    await waitFor(() => expect(screen.queryByLabelText('A word to the customer')).toBeNull())
    expect(screen.getByText('Sent, 1st revision')).toBeVisible()
  })

  it('is deleted with its version', async () => {
    const { state, user } = open()
    await ready()
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete the draft' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete the draft' }))
    await waitFor(() => expect(window.location.pathname).toBe(`/desk/quotes/${marina}`))
    expect(state.offers.has(draftId)).toBe(false)
  })
})

describe('the discount limit', () => {
  it('asks a manager in place', async () => {
    const { state, user } = open()
    await ready()
    expect(screen.queryByText('Above your discount limit')).toBeNull()
    type('Discount, line 2', '16')
    expect(screen.getByText('Above your discount limit')).toBeVisible()
    await user.type(screen.getByLabelText('Comment'), 'A good customer')
    await user.click(screen.getByRole('button', { name: 'Ask for approval' }))
    expect(await screen.findByText(/Nigar Əliyeva asked for approval/)).toBeVisible()
    expect(sent(state.calls, '/request-approval').map(({ body }) => body)).toEqual([{ version: 5, text: 'A good customer' }])
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
    expect(screen.getByText('Limit 15 %. Above it: Пенал 16 % (+1 %)')).toBeVisible()
    for (const send of screen.getAllByRole('button', { name: 'Send' })) expect(send).toBeDisabled()
  })

  it('tells a manager the limit of who asks, and by how much a line is above it', async () => {
    const approval = { ...makeOffer().approval, state: 'asked' as const, askedBy: rashad, askedAt: '2026-11-23T10:00:00Z' }
    const lines = makeOffer().lines.map((line) => ({ ...line, discount: line.productId === null ? 0 : 30 }))
    open(makeOffer({ isOverLimit: true, approval, lines }), { ...manager, permissions: [...manager.permissions, 'team.read'] })
    expect(await screen.findByText('Limit 15 %. Above it: Кухня угловая, дуб 30 % (+15 %)')).toBeVisible()
  })

  it('is lifted by a manager, who has none', async () => {
    const asked = { ...makeOffer().approval, state: 'asked' as const, askedBy: rashad, askedAt: '2026-11-23T10:00:00Z' }
    const { state, user } = open(makeOffer({ isOverLimit: true, approval: asked }), manager)
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Approved by Nigar Əliyeva')).toBeVisible()
    expect(sent(state.calls, '/approve').map(({ body }) => body)).toEqual([{ version: 4, isApproved: true, text: '' }])
  })

  it('says why the service refuses to send', async () => {
    const { user } = open(makeOffer({ isOverLimit: true }))
    await ready()
    await user.click(screen.getAllByRole('button', { name: 'Send' })[0] ?? document.body)
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send' }))
    expect(await screen.findAllByText(/a manager has to approve the offer before it is sent/)).toHaveLength(2)
  })
})

describe('a sent offer', () => {
  const menu = async (user: ReturnType<typeof open>['user'], name: string) => {
    await ready()
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }

  it('is frozen and shows when it was opened', async () => {
    open(sentOffer('opened', { mail: { id: 'm1', state: 'failed', reason: '550' } }))
    await ready()
    expect(screen.queryByLabelText('Name, line 1')).toBeNull()
    expect(screen.getByText('First opened')).toBeVisible()
    expect(screen.getByText('Advertising · google · spring')).toBeVisible()
    expect(screen.getByText('The e-mail did not go out: 550')).toBeVisible()
    expect(await violations()).toEqual([])
  })

  it('is revised as a draft of its own', async () => {
    const { state, user } = open(sentOffer('opened'))
    await menu(user, 'Make a new revision')
    await waitFor(() => expect(window.location.pathname).toBe(`/desk/quotes/${marina}/offer/${draftId}-2`))
    expect(sent(state.calls, '/revise')[0]?.key).not.toBeNull()
  })

  it('is withdrawn', async () => {
    const { state, user } = open(sentOffer('opened'))
    await menu(user, 'Withdraw')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }))
    await waitFor(() => expect(state.offers.get(draftId)?.state).toBe('withdrawn'))
    expect(await screen.findByText('Withdrawn, 1st revision')).toBeVisible()
  })

  it('is accepted by telephone with the total and a note', async () => {
    const { state, user } = open(sentOffer('opened'))
    await menu(user, 'Accepted by telephone')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('button', { name: 'Record the yes' })).toBeDisabled()
    await user.type(dialog.getByLabelText('What the customer said'), 'Razıdır')
    await user.click(dialog.getByRole('button', { name: 'Record the yes' }))
    expect(await screen.findByText('Accepted, 1st revision')).toBeVisible()
    expect(sent(state.calls, '/accepted-by-phone').map(({ body }) => body)).toEqual([
      { version: 4, total: makeOffer().total, text: 'Razıdır' },
    ])
  })

  it.each([
    ['a seller', seller, 0],
    ['a manager', manager, 1],
  ] as const)('that has expired can be accepted by %s: %#', async (_, me, count) => {
    const { user } = open(sentOffer('expired'), me)
    await ready()
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await screen.findByRole('menuitem', { name: 'Make a new revision' })
    expect(screen.queryAllByRole('menuitem', { name: 'Accepted by telephone' })).toHaveLength(count)
  })
})

describe('an accepted offer', () => {
  const accepted = sentOffer('accepted', { decidedAt: '2026-11-23T10:00:00Z', decidedVia: 'link' })

  it('is ordered by the main button of its quote', async () => {
    const { state, user } = visit(`/quotes/${marina}`, seller)
    const quote = state.quotes.get(marina)
    if (quote === undefined) throw new Error('there is no such quote')
    const { id, number, revision, total, validUntil } = accepted
    const offers = [{ id, number, revision, state: 'accepted' as const, total, validUntil }]
    state.quotes.set(marina, { ...quote, status: 'won', due: 'toOrder', offers })
    state.offers.set(id, accepted)
    const [button] = await screen.findAllByRole('link', { name: 'Create the order' })
    if (button === undefined) throw new Error('there is no button')
    await user.click(button)
    expect(await screen.findByRole('dialog', { name: /order/i })).toBeVisible()
  })

  it.each([
    ['en', 'Call between', 'Deliver to'],
    ['az', 'Zəng vaxtı', 'Çatdırılma ünvanı'],
    ['ru', 'Когда звонить', 'Куда доставить'],
  ] as const)('tells when the customer wants the call, and where the delivery, in %s', async (language, call, deliver) => {
    open({ ...accepted, wishCallWindow: '13-17', wishAddress: 'Nümunə küçəsi 12' }, { ...seller, language })
    expect((await screen.findByText(call)).nextElementSibling).toHaveTextContent('13:00–17:00')
    expect(screen.getByText(deliver).nextElementSibling).toHaveTextContent('Nümunə küçəsi 12')
  })

  it('keeps lines in another size made to order', async () => {
    const lines = accepted.lines.map((line, at) => ({ ...line, isMadeToOrder: at === 0 }))
    const { state, user } = open({ ...accepted, lines })
    await ready()
    await user.click(screen.getAllByRole('button', { name: 'Create the order' })[0] ?? document.body)
    const dialog = within(await screen.findByRole('dialog', { name: 'Create the order' }))
    const choice = dialog.getByLabelText('Кухня угловая, дуб: what becomes of it')
    expect(choice).toHaveValue('made')
    expect(within(choice).queryByRole('option', { name: 'From stock' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Create the order' }))
    await waitFor(() => expect(sent(state.calls, 'orders').at(-1)?.body).toMatchObject({ madeToOrder: ['l1'] }))
  })

  it('becomes an order, with short lines made to order', async () => {
    const { state, user } = open(accepted)
    await ready()
    await user.click(screen.getAllByRole('button', { name: 'Create the order' })[0] ?? document.body)
    const dialog = within(await screen.findByRole('dialog', { name: 'Create the order' }))
    expect(dialog.getByLabelText('First name')).toHaveValue('Марина')
    await user.selectOptions(dialog.getByLabelText('Hand-over'), 'delivery')
    await user.click(dialog.getByRole('button', { name: 'Create the order' }))
    expect(dialog.getByLabelText('Street, house, apartment')).toBeInvalid()
    expect(sent(state.calls, 'orders')).toEqual([])
    await user.type(dialog.getByLabelText('Street, house, apartment'), 'Nizami 10')
    await user.type(dialog.getByLabelText('City'), 'Bakı')
    await user.click(dialog.getByRole('button', { name: 'Create the order' }))
    expect(await dialog.findByText('not enough in stock')).toBeVisible()
    expect(await violations()).toEqual([])
    await user.selectOptions(dialog.getByLabelText('Кухня угловая, дуб: what becomes of it'), 'made')
    await user.click(dialog.getByRole('button', { name: 'Create the order' }))
    await waitFor(() => expect(window.location.pathname).toBe('/desk/orders/SB-4K7Q2M0X'))
    expect(sent(state.calls, 'orders').at(-1)?.body).toMatchObject({
      offerId: draftId,
      shippingAddress: { firstName: 'Марина', lastName: 'Волкова', address: 'Nizami 10', city: 'Bakı' },
      billingAddress: null,
      delivery: { method: 'delivery', on: null },
      madeToOrder: ['l1'],
      leaveOut: [],
    })
  })

  it('is reopened with a reason', async () => {
    const { state, user } = open(accepted)
    await ready()
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reopen' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Reason'), 'Fikrini dəyişdi')
    await user.click(dialog.getByRole('button', { name: 'Reopen' }))
    await waitFor(() => expect(state.offers.get(draftId)?.state).toBe('opened'))
  })

  it('with an order links it and cannot be reopened', async () => {
    const { user } = open({ ...accepted, orderNumber: 'SB-4K7Q2M0X' })
    await ready()
    expect(screen.getByRole('link', { name: 'SB-4K7Q2M0X' })).toHaveAttribute('href', '/desk/orders/SB-4K7Q2M0X')
    expect(screen.queryByRole('button', { name: 'Create the order' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await screen.findByRole('menuitem', { name: 'Link and WhatsApp' })
    expect(screen.queryByRole('menuitem', { name: 'Reopen' })).toBeNull()
  })
})

describe('offers of a quote', () => {
  it('are made from its page', async () => {
    const { state, user } = visit(`/quotes/${marina}`, seller)
    await user.click((await screen.findAllByRole('button', { name: 'Make an offer' }))[0] ?? document.body)
    await waitFor(() => expect(window.location.pathname).toBe(`/desk/quotes/${marina}/offer/made-1`))
    expect(sent(state.calls, '/offers').map(({ body }) => body)).toEqual([{ copyFrom: null }])
  })

  it('are listed with their states', async () => {
    const { state } = visit(`/quotes/${marina}`, seller)
    const quote = state.quotes.get(marina)
    const row = { id: draftId, number: 'ST-0M4K7Q2X', revision: 2, state: 'declined' as const, total: 6923.7, validUntil: '2026-12-07' }
    if (quote !== undefined) state.quotes.set(marina, { ...quote, offers: [row] })
    expect(await screen.findByRole('link', { name: 'ST-0M4K7Q2X' })).toHaveAttribute('href', `/desk${path}`)
    expect(screen.getByText('Declined')).toBeVisible()
    expect(screen.getByText('2nd revision')).toBeVisible()
  })

  it('that are gone say so', async () => {
    const { state } = visit(path)
    state.offers.clear()
    expect(await screen.findByText('There is no such offer')).toBeVisible()
  })
})
