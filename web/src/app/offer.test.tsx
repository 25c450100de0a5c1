import { screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { PublicOffer } from '@/features/offer/calls'
import { errorResponse } from '@/testing/handlers/customer'
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
    expect(within(lines).getByText('285 × 215, discount 15%')).toBeVisible()
    const sums = screen.getByRole('complementary', { name: 'To pay' })
    for (const text of ['₼7,046.70', '−₼1,026.00', 'free', '₼6,020.70', '₼1,806.21']) {
      expect(within(sums).getByText(text)).toBeVisible()
    }
    expect(screen.getByRole('link', { name: /050 000 11 22/ })).toHaveAttribute('href', 'tel:+994500001122')
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull()
    expect(await violations()).toEqual([])
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

  it('is accepted with the revision and the sum that were shown', async () => {
    const { state, user } = open()
    await user.click((await screen.findAllByRole('button', { name: 'Accept the offer' }))[0] ?? document.body)
    const dialog = await screen.findByRole('dialog', { name: 'Accept the offer for ₼6,020.70?' })
    expect(dialog).toHaveTextContent('The first payment is ₼1,806.21; you pay nothing now.')
    expect(paths(state.calls)).toEqual(['view'])
    await user.click(within(dialog).getByRole('button', { name: 'Yes, I accept' }))
    expect(await title('Marina, thank you: the offer is accepted')).toBeVisible()
    expect(state.calls.at(-1)?.body).toEqual({ token: offerToken, revision: 1, total: 6020.7 })
    expect(screen.queryByRole('button', { name: /Accept/ })).toBeNull()
  })

  it('shows the newer revision instead of accepting it unseen', async () => {
    const { state, user } = open()
    await user.click(await screen.findByRole('button', { name: 'Accept the offer' }))
    state.offer = { ...publicOffer, revision: 2, total: 5900, deposit: 1770 }
    await user.click(await screen.findByRole('button', { name: 'Yes, I accept' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('We have sent you a newer version meanwhile.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(state.offer.state).toBe('opened')
    await user.click(screen.getByRole('button', { name: 'Accept the offer' }))
    await user.click(screen.getByRole('button', { name: 'Yes, I accept' }))
    await title('Marina, thank you: the offer is accepted')
    expect(state.calls.at(-1)?.body).toEqual({ token: offerToken, revision: 2, total: 5900 })
  })

  it('keeps the dialog open where the answer did not arrive', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Accept the offer' }))
    server.use(http.post('*/offers/accept', () => HttpResponse.error(), { once: true }))
    await user.click(await screen.findByRole('button', { name: 'Yes, I accept' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Your answer did not reach us.')
    await user.click(screen.getByRole('button', { name: 'Yes, I accept' }))
    expect(await title('Marina, thank you: the offer is accepted')).toBeVisible()
  })

  it('is declined with a reason', async () => {
    const { state, user } = open()
    await user.click(await screen.findByRole('button', { name: 'It does not suit me' }))
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
    expect(screen.queryByRole('button', { name: /Accept|suit/ })).toBeNull()
    expect(await violations()).toEqual([])
  })

  it('shows the steps of its order', async () => {
    open({
      state: 'accepted',
      decidedAt: '2026-11-24T07:00:00Z',
      order: {
        orderNumber: 'SB-4K7Q2M0X',
        status: 'Processing',
        paymentStatus: 'Processing',
        totalAmount: 6020.7,
        paidAmount: 1806.21,
        delivery: { on: '2099-12-20', from: '10:00', to: '14:00' },
        history: [{ status: 'Pending', at: '2026-11-24T07:00:00Z' }],
      },
    })
    expect(await screen.findByRole('heading', { name: 'Order SB-4K7Q2M0X' })).toBeVisible()
    expect(screen.getByRole('listitem', { current: 'step' })).toHaveTextContent('Processing')
    expect(screen.getByText(/Paid: ₼1,806.21 of ₼6,020.70. Delivery on 20 December 2099, 10:00 to 14:00./)).toBeVisible()
    expect(await violations()).toEqual([])
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

  it('loads again after an error', async () => {
    const { handlers } = customerOffer()
    let isBroken = true
    server.use(http.post('*/offers/view', () => (isBroken ? errorResponse(400) : undefined)), ...handlers)
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
