import { screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { dateInBaku } from '@shared/dates'
import type { PublicOffer } from '@/features/offer/calls'
import { errorResponse } from '@/testing/handlers/customer'
import { linkedOrder, orderByLink, orderToken } from '@/testing/handlers/linked-order'
import { customerOffer, offerToken, publicOffer } from '@/testing/handlers/offer'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

function open(changes: Partial<PublicOffer> = {}, path = `/offer#${offerToken}`) {
  const { state, handlers } = customerOffer(changes)
  server.use(...handlers)
  return { state, ...visit(path) }
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const paths = (calls: readonly { url: string }[]) => calls.map(({ url }) => new URL(url).pathname.split('/offers/')[1])

async function violations(): Promise<string[]> {
  const found = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

describe('an open offer', () => {
  it('shows its lines, sums and conditions without the menus of the shop', async () => {
    open()
    expect(await title('Marina, your offer is ready')).toBeVisible()
    expect(screen.getByText('Offer ST-0M4K7Q2X of 23 November')).toBeVisible()
    expect(screen.getByText(/holds until the end of 7 December 2099. We make it in 25 working days after the first payment/)).toBeVisible()
    const lines = screen.getByRole('region', { name: 'Contents of the offer' })
    expect(within(lines).getAllByRole('listitem')).toHaveLength(2)
    expect(within(lines).getByText('285 × 215 × 235 cm').parentElement).toHaveTextContent('285 × 215 × 235 cm, discount 15%')
    expect(screen.getByRole('img', { name: 'Width 285 cm, Depth 215 cm, Height 235 cm' })).toBeVisible()
    const sums = screen.getByRole('complementary', { name: 'To pay' })
    for (const text of ['₼7,046.70', '−₼1,026.00', 'free', '₼6,020.70', '₼1,806.21']) {
      expect(within(sums).getByText(text)).toBeVisible()
    }
    expect(within(sums).getByText('6,020.70 manat')).toBeInTheDocument()
    const follows = screen.getByRole('heading', { name: 'What follows once you accept' }).parentElement ?? document.body
    expect(within(follows).getAllByRole('listitem')).toHaveLength(5)
    expect(screen.getByRole('link', { name: /050 000 11 22/ })).toHaveAttribute('href', 'tel:+994500001122')
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull()
    expect(await violations()).toEqual([])
  })

  it('has the files of the shop, each of which a press saves', async () => {
    const file = { mediaId: 'm1', name: 'çertyoj.pdf', type: 'application/pdf', size: 48_213 }
    const { state, user } = open({ files: [file] })
    await title('Marina, your offer is ready')
    const files = within(screen.getByRole('region', { name: 'Files' }))
    expect(await violations()).toEqual([])
    server.use(http.post('*/api/v1.0/offers/file', () => HttpResponse.error()))
    await user.click(files.getByRole('button', { name: 'çertyoj.pdf' }))
    expect(await files.findByRole('alert')).toHaveTextContent('The file could not be loaded. Press it again.')

    const saved: string[] = []
    Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined })
    server.use(
      http.post('*/api/v1.0/offers/file', async ({ request }) => {
        saved.push(JSON.stringify(await request.json()))
        return HttpResponse.arrayBuffer(new ArrayBuffer(4))
      }),
    )
    await user.click(files.getByRole('button', { name: 'çertyoj.pdf' }))
    await waitFor(() => expect(saved).toEqual([JSON.stringify({ token: offerToken, mediaId: 'm1' })]))
    await waitFor(() => expect(files.queryByRole('alert')).toBeNull())
    expect(paths(state.calls)).toEqual(['view'])
  })

  it('sends the token in bodies only, and keeps it in the address', async () => {
    const { state } = open()
    await title('Marina, your offer is ready')
    expect(state.calls.map(({ body }) => body)).toEqual([{ token: offerToken }])
    for (const { url } of state.calls) expect(url).not.toContain('k3J9wQ7dYx2LmT0aVb5cZg')
    expect(window.location.hash).toBe(`#${offerToken}`)
    expect(screen.getByRole('link', { name: /WhatsApp/ }).getAttribute('href')).not.toContain('k3J9wQ7dYx2LmT0aVb5cZg')
    expect(screen.getByRole('link', { name: 'Русский' })).toHaveAttribute('href', `/ru/offer#${offerToken}`)
  })

  it('is accepted with the revision, the sum and the wishes that were shown', async () => {
    const { state, user } = open()
    await user.click((await screen.findAllByRole('button', { name: 'Accept the offer' }))[0] ?? document.body)
    const dialog = await screen.findByRole('dialog', { name: 'Accept the offer?' })
    expect(dialog).toHaveTextContent('You agree to 2 items for ₼6,020.70')
    expect(dialog).toHaveTextContent('made in 25 working days. You pay nothing now; the first payment is ₼1,806.21.')
    expect(paths(state.calls)).toEqual(['view'])
    await user.type(within(dialog).getByLabelText('Delivery address (optional)'), ' Nümunə küç. 12 ')
    await user.click(within(dialog).getByRole('button', { name: '10–13' }))
    await user.click(within(dialog).getByRole('button', { name: '13–17' }))
    expect(within(dialog).getByRole('button', { pressed: true })).toHaveTextContent('13–17')
    expect(await violations()).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'I accept, ₼6,020.70' }))
    expect(await title('Marina, thank you: the offer is accepted')).toBeVisible()
    const wishes = { address: 'Nümunə küç. 12', callWindow: '13-17' }
    expect(state.calls.at(-1)?.body).toEqual({ token: offerToken, revision: 1, total: 6020.7, ...wishes })
    expect(screen.queryByRole('button', { name: /[Aa]ccept/ })).toBeNull()
    expect(screen.getByRole('heading', { name: 'What follows now' })).toBeVisible()
  })

  it('shows the newer revision with its changes marked instead of accepting it unseen', async () => {
    const { state, user } = open()
    await user.click(await screen.findByRole('button', { name: 'Accept the offer' }))
    const [kitchen, slides] = publicOffer.lines
    if (kitchen === undefined || slides === undefined) throw new Error('the offer has two lines')
    const lines = [
      { ...kitchen, unitPrice: 5693.3, subtotal: 5693.3 },
      { ...slides, name: 'Lamp' },
    ]
    state.offer = { ...publicOffer, revision: 2, lines, total: 5900, deposit: 1770 }
    await user.click(await screen.findByRole('button', { name: /^I accept/ }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The offer was renewed. Changed lines are marked')
    expect(screen.getByRole('alert')).toHaveTextContent('Removed: Drawer slides, pair.')
    expect(screen.getByText('Offer ST-0M4K7Q2X, version 2 of 23 November')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Corner kitchen, oak changed' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Lamp new' })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(state.offer.state).toBe('opened')
    await user.click(screen.getByRole('button', { name: 'Accept the offer' }))
    await user.click(await screen.findByRole('button', { name: /^I accept/ }))
    await title('Marina, thank you: the offer is accepted')
    expect(state.calls.at(-1)?.body).toEqual({ token: offerToken, revision: 2, total: 5900 })
  })

  it('draws a piece in its niche', async () => {
    const detail = '237 × 60 × 258 cm (niche 243 × 61 × 262 cm), white'
    open({ lines: publicOffer.lines.map((line) => ({ ...line, detail })).slice(0, 1) })
    expect(await screen.findByText(detail)).toBeVisible()
    const drawing = await screen.findByRole('img', { name: /^niche 243 × 61 × 262.cm, piece 237 × 60 × 258.cm$/ })
    expect([...drawing.querySelectorAll('text')].map(({ textContent }) => textContent.replace('\u00a0', ' '))).toEqual([
      '243 cm',
      '262 cm',
      '61 cm',
      '3',
      '3',
      '4',
    ])
  })

  it('keeps the dialog open where the answer did not arrive', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Accept the offer' }))
    server.use(http.post('*/offers/accept', () => HttpResponse.error(), { once: true }))
    await user.click(await screen.findByRole('button', { name: /^I accept/ }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Your answer did not reach us.')
    await user.click(screen.getByRole('button', { name: /^I accept/ }))
    expect(await title('Marina, thank you: the offer is accepted')).toBeVisible()
  })

  it('is declined with a reason', async () => {
    const { state, user } = open()
    await user.click(await screen.findByRole('button', { name: 'decline it' }))
    const dialog = await screen.findByRole('dialog', { name: 'What does not suit you?' })
    const send = within(dialog).getByRole('button', { name: 'Decline the offer' })
    expect(send).toBeDisabled()
    expect(await violations()).toEqual([])
    await user.click(within(dialog).getByRole('radio', { name: 'The price' }))
    await user.type(within(dialog).getByLabelText('In your own words (optional)'), 'Over the budget')
    await user.click(send)
    expect(await title('You declined this offer')).toBeVisible()
    expect(state.calls.at(-1)?.body).toEqual({ token: offerToken, revision: 1, reason: 'price', text: 'Over the budget' })
  })

  it('is declined because it is no longer needed', async () => {
    const { state, user } = open()
    await user.click(await screen.findByRole('button', { name: 'decline it' }))
    await user.click(await screen.findByRole('radio', { name: 'No longer needed' }))
    await user.click(screen.getByRole('button', { name: 'Decline the offer' }))
    await title('You declined this offer')
    expect(state.calls.at(-1)?.body).toMatchObject({ reason: 'other', text: 'No longer needed' })
    expect(screen.getByText(/If you change your mind, tell us by the end of 7 December 2099/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'I have changed my mind' }))
    expect(await screen.findByText(/We know that you want a new offer/)).toBeVisible()
    expect(paths(state.calls)).toEqual(['view', 'decline', 'ask-again'])
  })

  it('stays open while a change is asked for', async () => {
    const { state, user } = open()
    await user.click(await screen.findByRole('button', { name: 'ask for a change' }))
    const dialog = await screen.findByRole('dialog', { name: 'What shall we change?' })
    await user.click(within(dialog).getByRole('button', { name: 'Send' }))
    expect(within(dialog).getByText('Write what to change.')).toBeVisible()
    await user.type(within(dialog).getByLabelText('In your own words'), '220 cm high')
    expect(await violations()).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Send' }))
    expect(await screen.findByText(/We have your request/)).toBeVisible()
    expect(state.calls.at(-1)?.body).toEqual({ token: offerToken, revision: 1, text: '220 cm high' })
    expect(screen.getByRole('button', { name: 'Accept the offer' })).toBeVisible()
  })

  it('says so on its last day', async () => {
    open({ validUntil: dateInBaku(new Date()) })
    expect(await screen.findByText('The offer ends today.')).toBeVisible()
  })
})

describe('an offer that is not open', () => {
  it.each([
    ['expired', 'The offer has expired'],
    ['withdrawn', 'We have withdrawn this offer'],
    ['declined', 'You declined this offer'],
    ['accepted', 'Marina, thank you: the offer is accepted'],
    ['superseded', 'There is a newer offer'],
  ] as const)('says that it is %s and takes no answer', async (state, heading) => {
    open({ state, decidedAt: '2026-11-24T07:00:00Z' })
    expect(await title(heading)).toBeVisible()
    expect(screen.queryByRole('button', { name: /[Aa]ccept|[Dd]ecline|a change/ })).toBeNull()
    expect(await violations()).toEqual([])
  })

  it('has struck prices once it has expired, and is asked for again by one press', async () => {
    const { state, user } = open({ state: 'expired', validUntil: '2026-11-01' })
    await title('The offer has expired')
    const lines = screen.getByRole('region', { name: 'Contents of the offer' })
    for (const text of ['₼5,814.00', '₼206.70']) expect(within(lines).getByText(text).closest('s')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Ask for a new price' }))
    expect(await screen.findByText(/We know that you want a new offer/)).toBeVisible()
    expect(state.calls.at(-1)?.body).toEqual({ token: offerToken })
    expect(screen.queryByRole('button', { name: 'Ask for a new price' })).toBeNull()
  })

  const order: NonNullable<PublicOffer['order']> = {
    orderNumber: linkedOrder.orderNumber,
    status: 'Processing',
    paymentStatus: 'Processing',
    totalAmount: 6020.7,
    paidAmount: 1806.21,
    delivery: { on: '2099-12-20', from: '10:00', to: '14:00' },
    history: [{ status: 'Pending', at: '2026-11-24T07:00:00Z' }],
    token: null,
  }

  it('becomes its order, whose link has expired', async () => {
    open({ state: 'accepted', decidedAt: '2026-11-24T07:00:00Z', order })
    expect(await title('Your order is being made')).toBeVisible()
    expect(screen.getByText('Order SB-4K7Q2M0X of 24 November')).toBeVisible()
    expect(screen.getByRole('listitem', { current: 'step' })).toHaveTextContent('Processing')
    expect(screen.getByText('Delivery on 20 December 2099, 10:00 to 14:00.')).toBeVisible()
    expect(screen.getByText('₼4,214.49')).toBeVisible()
    expect(window.location.hash).toBe(`#${offerToken}`)
    expect(await violations()).toEqual([])
  })

  it('becomes its order with history and address', async () => {
    server.use(...orderByLink().handlers)
    open({ state: 'accepted', decidedAt: '2026-11-24T07:00:00Z', order: { ...order, token: orderToken } })
    expect(await screen.findByText('The order was made from the offer ST-3V8N1C5T.')).toBeVisible()
    expect(screen.getByText('Bakı, Nizami küçəsi')).toBeVisible()
    expect(window.location.hash).toBe(`#${offerToken}`)
  })
})

describe('a link without an offer', () => {
  it.each([
    ['no token', '/offer'],
    ['an unknown token', '/offer#ST-0M4K7Q2X.aaaaaaaaaaaaaaaaaaaaaa'],
  ])('with %s says so', async (_, path) => {
    open({}, path)
    expect(await title('This link opens no offer')).toBeVisible()
    expect(await violations()).toEqual([])
  })

  it('asks to wait after too many tries', async () => {
    server.use(http.post('*/offers/view', () => errorResponse(429)))
    visit(`/offer#${offerToken}`)
    expect(await title('Too many tries')).toBeVisible()
  })

  it('offers to send the link of an order', async () => {
    const { bodies, handlers } = orderByLink()
    server.use(...handlers)
    const { user } = open({}, '/offer')
    await user.type(await screen.findByLabelText('Number of the order'), linkedOrder.orderNumber)
    await user.type(screen.getByLabelText('E-mail'), 'leyla@example.com')
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    expect(await screen.findByText('If there is such an order, the link is in your mail.')).toBeVisible()
    expect(bodies).toEqual([{ path: 'orders/link', number: linkedOrder.orderNumber, email: 'leyla@example.com' }])
  })

  it('loads again after an error', async () => {
    const { handlers } = customerOffer()
    let isBroken = true
    server.use(
      http.post('*/offers/view', () => (isBroken ? errorResponse(400) : undefined)),
      ...handlers,
    )
    const { user } = visit(`/offer#${offerToken}`)
    await user.click(await screen.findByRole('button', { name: 'Retry' }, { timeout: 20_000 }))
    isBroken = false
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await title('Marina, your offer is ready')).toBeVisible()
  })

  it('shows the offer of a link that is pasted over', async () => {
    open({}, '/offer#ST-0M4K7Q2X.aaaaaaaaaaaaaaaaaaaaaa')
    await title('This link opens no offer')
    window.location.hash = offerToken
    await waitFor(async () => expect(await title('Marina, your offer is ready')).toBeVisible())
  })
})
