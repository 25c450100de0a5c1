import { screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OfferLine, PublicOffer } from '@/features/offer/calls'
import { customer, errorResponse, order } from '@/testing/handlers/customer'
import { linkedOrder, orderByLink, orderToken } from '@/testing/handlers/linked-order'
import { customerOffer, offerToken, publicOffer } from '@/testing/handlers/offer'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { fakeContext, standInFor } from '@/testing/webgl'

const code = 'EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja'
const sentence = 'I confirm the size: between walls 243 × 62 × 262 cm'

const design: NonNullable<OfferLine['design']> = {
  code,
  sizeText: 'between walls 243 × 62 × 262 cm',
  confirmText: sentence,
  words: ['Bay 1, 56.7 cm: a rail, 2 shelves', 'Bay 2, 57.4 cm: 2 drawers, 4 shelves, lattice door'],
  confirmed: null,
}

const wardrobe: OfferLine = {
  name: 'Wardrobe with lattice doors',
  detail: '243 × 62 × 262 cm, oak, white body',
  imageUrl: null,
  design,
  quantity: 1,
  listPrice: 2914,
  discount: 0,
  unitPrice: 2914,
  subtotal: 2914,
  vat: 444.51,
}

function open(changes: Partial<PublicOffer> = {}) {
  const lines = [wardrobe, ...publicOffer.lines.slice(1)]
  const { state, handlers } = customerOffer({ lines, needsSizeConfirmed: true, ...changes })
  server.use(...handlers)
  return { state, ...visit(`/offer#${offerToken}`) }
}

const ready = () => screen.findByRole('heading', { level: 1, name: /your offer is ready/ })

async function violations(): Promise<string[]> {
  const found = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

async function openAccept(user: ReturnType<typeof open>['user']) {
  await user.click((await screen.findAllByRole('button', { name: 'Accept the offer' }))[0] ?? document.body)
  return within(await screen.findByRole('dialog', { name: 'Accept the offer?' }))
}
const acceptBodies = ({ calls }: ReturnType<typeof open>['state']) =>
  calls.filter(({ url }) => url.endsWith('/offers/accept')).map(({ body }) => body)

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn()
      disconnect = vi.fn()
    },
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('an offer with a designed piece', () => {
  it('shows both drawings in boxes of their size, the bays in words and the way to the design', async () => {
    open({ needsMeasuring: true })
    await ready()
    const section = within(screen.getByRole('heading', { name: 'Your design' }).parentElement ?? document.body)
    const [front, inside] = section.getAllByRole('img')
    expect(front).toHaveAttribute('src', `/images/designs/${code}.svg?view=front&lang=en`)
    expect(front).toHaveAccessibleName('Wardrobe with lattice doors, from the front, between walls 243 × 62 × 262 cm')
    expect(inside).toHaveAttribute('src', `/images/designs/${code}.svg?view=inside&lang=en`)
    expect(inside).toHaveAccessibleName(new RegExp('Bay 2, 57.4 cm: 2 drawers, 4 shelves, lattice door'))
    for (const image of [front, inside]) expect(image).toHaveAttribute('height', '400')
    expect(section.getByText('Bay 1, 56.7 cm: a rail, 2 shelves')).toBeVisible()
    expect(section.getByRole('link', { name: /See the design/ })).toHaveAttribute('href', `/en/design#${code}`)
    expect(screen.getByText(/The price becomes exact after measuring/)).toBeVisible()
    // Its measures are not drawn as a plain box beside.
    expect(screen.queryByRole('heading', { name: 'Drawings' })).toBeNull()
    expect(await violations()).toEqual([])
  })

  it('shows one piece in 3D after a press', async () => {
    const { context, drawn, loseContext } = fakeContext()
    const getContext = standInFor(context)
    const { user } = open({ lines: [wardrobe, { ...wardrobe, name: 'Wardrobe for the hall' }] })
    await ready()
    expect(getContext).not.toHaveBeenCalled()
    const [first, second] = ['Wardrobe with lattice doors', 'Wardrobe for the hall'].map((name) =>
      screen.getByRole('button', { name: new RegExp(`^3D view ?: ${name}$`) }),
    )
    if (first === undefined || second === undefined) throw new Error('no button')
    await user.click(first)
    expect(await screen.findByRole('img', { name: /^3D view\. Wardrobe: 243/ })).toBeVisible()
    await waitFor(() => expect(drawn).toHaveLength(1))
    expect(await violations()).toEqual([])
    await user.click(second)
    await waitFor(() => expect(drawn).toHaveLength(2))
    expect(first).toHaveAttribute('aria-pressed', 'false')
    expect(screen.getAllByRole('img', { name: /^3D view/ })).toHaveLength(1)
    expect(loseContext).toHaveBeenCalledOnce()
    await user.click(second)
    expect(screen.queryByRole('img', { name: /^3D view/ })).toBeNull()
    expect(loseContext).toHaveBeenCalledTimes(2)
  })

  it('says the VAT below the total', async () => {
    open({ lines: [wardrobe], total: 2914, vat: 444.51 })
    await ready()
    expect(screen.getByText('VAT included').nextElementSibling).toHaveTextContent('444.51')
    expect(screen.queryByText(/VAT included: /)).toBeNull()
  })

  it('says the VAT at the line if that of the total is not known', async () => {
    open()
    await ready()
    const lines = within(screen.getByRole('region', { name: 'Contents of the offer' }))
    expect(lines.getByText(/, VAT included: ₼444\.51$/)).toBeVisible()
    expect(screen.queryByText('VAT included')).toBeNull()
  })

  it('is accepted once the size is confirmed: pressed before, the button leads to the box and says why', async () => {
    const { state, user } = open()
    const dialog = await openAccept(user)
    const button = dialog.getByRole('button', { name: /^I accept/ })
    const box = dialog.getByRole('checkbox', { name: sentence })
    expect(button).toHaveAccessibleDescription('Confirm the size to accept: tick the box.')
    await user.click(button)
    expect(dialog.getByRole('alert')).toHaveTextContent('Confirm the size to accept: tick the box.')
    expect(box).toHaveFocus()
    expect(box).toBeInvalid()
    expect(acceptBodies(state)).toEqual([])
    expect(await violations()).toEqual([])
    await user.keyboard(' ')
    expect(box).toBeChecked()
    expect(button).not.toHaveAccessibleDescription()
    await user.click(button)
    await screen.findByRole('heading', { level: 1, name: /the offer is accepted/ })
    expect(acceptBodies(state)).toEqual([{ token: offerToken, revision: 1, total: 6020.7, confirmsSize: true }])
  })

  it('asks for each size of several pieces', async () => {
    const other = { ...wardrobe, name: 'Shelf', design: { ...design, confirmText: 'I confirm the size: 90 × 30 × 210 cm' } }
    const { state, user } = open({ lines: [wardrobe, other] })
    const dialog = await openAccept(user)
    await user.click(dialog.getByRole('checkbox', { name: sentence }))
    await user.click(dialog.getByRole('button', { name: /^I accept/ }))
    const box = dialog.getByRole('checkbox', { name: 'I confirm the size: 90 × 30 × 210 cm' })
    expect(box).toHaveFocus()
    await user.click(box)
    await user.click(dialog.getByRole('button', { name: /^I accept/ }))
    await waitFor(() => expect(acceptBodies(state)).toHaveLength(1))
  })

  it('shows a refusal of the size at the boxes', async () => {
    const { user } = open()
    server.use(http.post('*/api/v1.0/offers/accept', () => errorResponse(400, 'Confirm the size.', { confirmsSize: 'FIELD.REQUIRED' })))
    const dialog = await openAccept(user)
    const box = dialog.getByRole('checkbox', { name: sentence })
    await user.click(box)
    await user.click(dialog.getByRole('button', { name: /^I accept/ }))
    await user.click(box)
    expect(await dialog.findByRole('alert')).toHaveTextContent('Confirm the size to accept')
  })

  it('keeps the confirmed sentence with its time once it is accepted', async () => {
    const confirmed = { text: sentence, at: '2026-11-24T07:00:00Z' }
    const lines = [{ ...wardrobe, design: { ...design, confirmed } }]
    open({ lines, state: 'accepted', needsSizeConfirmed: false, decidedAt: confirmed.at })
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.getByText('You confirmed it: 24 Nov, 11:00')).toBeVisible()
  })

  it('marks a changed design in a renewed revision', async () => {
    const { state, user } = open()
    const dialog = await openAccept(user)
    state.offer = { ...state.offer, revision: 2, lines: [{ ...wardrobe, design: { ...design, code: `${code.slice(0, -1)}b` } }] }
    await user.click(dialog.getByRole('checkbox', { name: sentence }))
    await user.click(dialog.getByRole('button', { name: /^I accept/ }))
    expect(await screen.findByRole('heading', { name: 'Wardrobe with lattice doors changed' })).toBeVisible()
  })
})

describe('an offer without a design', () => {
  it('asks for no size', async () => {
    const { handlers } = customerOffer()
    server.use(...handlers)
    const { user } = visit(`/offer#${offerToken}`)
    const dialog = await openAccept(user)
    expect(dialog.queryByRole('checkbox')).toBeNull()
  })
})

describe('an order with a designed piece', () => {
  it('shows the drawing and the way to the design on the page of its link', async () => {
    const [first, ...others] = linkedOrder.items
    if (first === undefined) throw new Error('the order has lines')
    const { handlers } = orderByLink({ items: [{ ...first, designCode: code }, ...others] })
    server.use(...handlers)
    visit(`/order#${orderToken}`)
    expect(await screen.findByRole('img', { name: 'Oak wardrobe, three doors, from the front' })).toBeVisible()
    expect(screen.getByRole('link', { name: /See the design/ })).toHaveAttribute('href', `/en/design#${code}`)
    expect(screen.queryByRole('heading', { name: 'Drawings' })).toBeNull()
    expect(await violations()).toEqual([])
  })
})

describe('an order in the account', () => {
  it('shows the drawing of a designed piece, whose name leads to the design', async () => {
    const first = order('1042')
    const items = first.items.map((item) => ({ ...item, designCode: code }))
    const { handlers } = customer({ orders: [{ ...first, items }] })
    server.use(...handlers)
    visit('/account?section=orders')
    const block = within(await screen.findByRole('article', { name: 'Order 1042' }))
    const [link] = block.getAllByRole('link', { name: items[0]?.productNameEn ?? '' })
    expect(link).toHaveAttribute('href', `/en/design#${code}`)
    expect(document.querySelector(`img[src="/images/designs/${code}.svg?view=front&lang=en"]`)).not.toBeNull()
  })
})
