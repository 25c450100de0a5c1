import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Me, Offer } from '@desk/api/records'
import { designCode, makeCosts, makeDesignedLine, makeOfferDesign } from '@desk/testing/designs'
import { marina, nigar } from '@desk/testing/fixtures'
import { base, ok, refuse } from '@desk/testing/handlers'
import { draftId, makeOffer, sentOffer } from '@desk/testing/offers'
import { visit, violations } from '@desk/testing/render'
import { server } from '@desk/testing/server'

const path = `/quotes/${marina}/offer/${draftId}`
const seller: Me = { ...nigar, permissions: [...nigar.permissions, 'orders.create'] }
const manager: Me = {
  ...seller,
  role: 'manager',
  permissions: [...seller.permissions, 'costs.read', 'offers.detachDesign', 'priceBook.read'],
}

const [, plain] = makeOffer().lines
/** A draft whose first line has a design. */
const designedDraft = (changes: Partial<Offer> = {}, design: Parameters<typeof makeDesignedLine>[0] = {}) =>
  makeOffer({ lines: [makeDesignedLine(design), ...(plain === undefined ? [] : [plain])], ...changes })

function open(offer: Offer, me: Me = seller) {
  const opened = visit(path, me)
  opened.state.offers.set(offer.id, offer)
  return opened
}

interface SentLine {
  id?: string
  itemId?: number
  designCode?: string
  detach?: boolean
  quantity: number
  discount: number
  listPrice: number
}
const linesOf = ({ calls }: ReturnType<typeof open>['state']): SentLine[][] =>
  calls.filter(({ method }) => method === 'PATCH').map(({ body }) => (body as { lines: SentLine[] }).lines)

const ready = () => screen.findByRole('region', { name: 'Offer ST-0M4K7Q2X' })
const saved = () => screen.findByText(/^Saved at/)
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('a line with a design', () => {
  it('takes its name and its price from the design, and leaves quantity and discount to the seller', async () => {
    const { state } = open(designedDraft())
    const table = within(within(await ready()).getByRole('table', { name: 'Lines' }))
    expect(screen.getByLabelText('Price, line 1')).toHaveAttribute('readonly')
    expect(screen.queryByLabelText('Name, line 1')).toBeNull()
    expect(table.getByText('Шкаф с шебеке, в нише')).toHaveAttribute('lang', 'ru')
    expect(table.getByText('The price comes from the design: rules 1, price book 1')).toBeVisible()
    expect(table.getByRole('link', { name: 'Open the design' })).toHaveAttribute('href', `/en/design#${designCode}`)
    type('Discount, line 1', '10')
    type('Qty, line 1', '2')
    await waitFor(() => expect(state.offers.get(draftId)?.lines[0]).toMatchObject({ quantity: 2, discount: 10, listPrice: 2914 }))
    expect(linesOf(state).at(-1)?.[0]).not.toHaveProperty('designCode')
    expect(await violations()).toEqual([])
  })

  it('shows the customer both drawings, the bays in words and the sentence to confirm', async () => {
    open(designedDraft({ needsMeasuring: true }, { isMeasured: false }))
    const paper = within(await screen.findByRole('group', { name: 'What the customer sees' }))
    expect(await paper.findByRole('img', { name: /Спереди/ })).toHaveAttribute(
      'src',
      `/images/designs/${designCode}.svg?view=front&lang=ru`,
    )
    expect(paper.getByRole('img', { name: /Внутри/ })).toHaveAttribute('src', `/images/designs/${designCode}.svg?view=inside&lang=ru`)
    const bays = paper.getAllByText(/^Секция \d, /).map(({ textContent }) => textContent)
    expect(bays).toHaveLength(4)
    expect(bays[1]).toBe('Секция 2, 57,4\u00a0см: 2 ящика, 4 полки, дверь шебеке')
    expect(paper.getByText('Подтверждаю размер: в нише 243 × 62 × 262 см')).toBeVisible()
    expect(paper.getByText('Цена уточняется после замера.')).toBeVisible()
  })

  it('shows the customer the VAT in the total as it is typed, if each line has a design and the delivery is free', async () => {
    const lines = [makeDesignedLine()]
    open(designedDraft({ lines, deliveryPrice: 0 }))
    const vat = (await screen.findByText('В том числе НДС')).nextElementSibling
    expect(vat).toHaveTextContent('444,51')
    type('Qty, line 1', '2')
    expect(vat).toHaveTextContent('889,02')
    type('Delivery price, ₼', '20')
    expect(screen.queryByText('В том числе НДС')).toBeNull()
    await saved()
  })

  it('says that it was not measured, and leads to the quote', async () => {
    open(designedDraft({ needsMeasuring: true }, { isMeasured: false }))
    await ready()
    expect(screen.getByText('not measured')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Enter the measuring in the quote' })).toHaveAttribute('href', `/desk/quotes/${marina}`)
  })

  it('is priced by a newer book on a press', async () => {
    const { state, user } = open(designedDraft({ isStalePrices: true }, { isNewestPrices: false }))
    await ready()
    const sent: unknown[] = []
    server.use(
      http.post(`${base}/offers/:id/renew-prices`, async ({ request }) => {
        sent.push(await request.json())
        const line = { ...makeDesignedLine({ prices: 2 }), listPrice: 3000, unitPrice: 3000, subtotal: 3000 }
        return ok(designedDraft({ lines: [line], version: 5, total: 3000 }))
      }),
    )
    expect(screen.getByText('priced by an earlier book')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Renew by the new prices' }))
    await waitFor(() => expect(screen.getByLabelText('Price, line 1')).toHaveValue('3,000.00'))
    expect(sent).toEqual([{ version: 4 }])
    expect(screen.queryByRole('button', { name: 'Renew by the new prices' })).toBeNull()
    expect(linesOf(state)).toEqual([])
  })

  it('comes from a designed piece of the quote', async () => {
    const { state, user } = open(makeOffer())
    await ready()
    await user.click(await screen.findByRole('button', { name: 'From the quote’s design' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'From the quote’s design' }))
    expect(await violations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: /Wardrobe, between walls/ }))
    expect(screen.getByLabelText('Price, line 3')).toHaveAttribute('readonly')
    await waitFor(() => expect(linesOf(state)).toHaveLength(1))
    expect(linesOf(state)[0]?.[2]).toMatchObject({ itemId: 4, quantity: 1 })
    await saved()
    // Name and price are those that the service answered, and the line is not taken from the quote again.
    expect(await screen.findAllByText('Шкаф с шебеке, в нише')).not.toHaveLength(0)
    type('Qty, line 3', '2')
    await waitFor(() => expect(linesOf(state)).toHaveLength(2))
    expect(linesOf(state)[1]?.[2]).not.toHaveProperty('itemId')
    expect(linesOf(state)[1]?.[2]).toMatchObject({ id: 'new-4-2', quantity: 2 })
  })

  it('keeps its design in a copy', async () => {
    const { state } = open(designedDraft())
    await ready()
    fireEvent.keyDown(screen.getByLabelText('Qty, line 1'), { key: 'd', ctrlKey: true })
    await waitFor(() => expect(linesOf(state)).toHaveLength(1))
    expect(linesOf(state)[0]?.map(({ id, designCode: code }) => [id, code])).toEqual([
      ['l1', undefined],
      [undefined, designCode],
      ['l2', undefined],
    ])
  })

  it('loses its design by a manager alone, who is asked first', async () => {
    const { state, user } = open(designedDraft(), manager)
    await ready()
    await user.click(screen.getByRole('button', { name: 'Take the design off' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Take the design off this line?' }))
    expect(linesOf(state)).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Take the design off' }))
    await waitFor(() => expect(linesOf(state)[0]?.[0]).toMatchObject({ id: 'l1', detach: true }))
    await saved()
    expect(screen.getByLabelText('Name, line 1')).toHaveValue('Шкаф с шебеке, в нише')
    type('Price, line 1', '2500')
    await waitFor(() => expect(state.offers.get(draftId)?.lines[0]?.listPrice).toBe(2500))
    expect(linesOf(state).at(-1)?.[0]).not.toHaveProperty('detach')
  })

  it('keeps its design for a seller', async () => {
    open(designedDraft())
    await ready()
    expect(screen.queryByRole('button', { name: 'Take the design off' })).toBeNull()
  })
})

describe('the costs of a design', () => {
  it('unfold by groups for those who may read them', async () => {
    const { user } = open(designedDraft({}, { costs: makeCosts() }), manager)
    await ready()
    const panel = within(await screen.findByRole('region', { name: 'Cost and price' }))
    expect(panel.getByRole('row', { name: /Laminated board, 18 mm, white/ })).toHaveTextContent(/14\.46 m².*247\.42.*373\.71/)
    const work = panel.getByRole('button', { name: 'Work' })
    expect(work).toHaveAttribute('aria-expanded', 'false')
    expect(panel.queryByRole('row', { name: /^Part/ })).toBeNull()
    await user.click(work)
    expect(panel.getByRole('row', { name: /^Part/ })).toHaveTextContent(/73 pcs.*487\.57/)
    expect(panel.getByText('VAT included, 18%').nextElementSibling).toHaveTextContent('₼196.32')
    expect(panel.getByText('Margin').nextElementSibling).toHaveTextContent('₼254.15, 23.3%')
    expect(await panel.findByText('Range that the customer saw')).toBeVisible()
    expect(await violations()).toEqual([])
  })

  it('stay after a change, whose answer has none', async () => {
    const { state } = open(designedDraft({}, { costs: makeCosts() }), manager)
    await ready()
    await screen.findByRole('region', { name: 'Cost and price' })
    const line = state.offers.get(draftId)?.lines[0]
    if (line !== undefined) line.design = makeOfferDesign()
    type('Qty, line 1', '3')
    await waitFor(() => expect(linesOf(state)).toHaveLength(1))
    await saved()
    expect(screen.getByRole('region', { name: 'Cost and price' })).toBeVisible()
  })

  it('are absent for a seller', async () => {
    open(designedDraft())
    await ready()
    expect(screen.queryByRole('region', { name: 'Cost and price' })).toBeNull()
  })
})

describe('a sent offer with a design', () => {
  const moreActions = async (user: ReturnType<typeof open>['user'], name: string) => {
    await ready()
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }

  it('is accepted by telephone once the customer confirmed the size', async () => {
    const { state, user } = open(sentOffer('opened', { lines: [makeDesignedLine()] }))
    await moreActions(user, 'Accepted by telephone')
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('What the customer said'), 'Razıdır')
    const box = dialog.getByRole('checkbox', { name: /The customer confirmed the size/ })
    await user.click(dialog.getByRole('button', { name: 'Record the yes' }))
    expect(dialog.getByRole('alert')).toHaveTextContent('tick the box')
    expect(box).toHaveFocus()
    expect(box).toBeInvalid()
    expect(await violations()).toEqual([])
    await user.click(box)
    await user.click(dialog.getByRole('button', { name: 'Record the yes' }))
    await waitFor(() => expect(state.offers.get(draftId)?.state).toBe('accepted'))
    expect(state.calls.at(-1)?.body ?? state.calls.find(({ path: of }) => of.endsWith('/accepted-by-phone'))?.body).toBeDefined()
    const accepted = state.calls.find(({ path: of }) => of.endsWith('/accepted-by-phone'))
    expect(accepted?.body).toMatchObject({ text: 'Razıdır', confirmsSize: true })
  })

  it('shows the confirmed sentence in its language, with the time', async () => {
    const confirmed = { text: 'Подтверждаю размер: в нише 243 × 62 × 262 см', at: '2026-11-24T07:00:00Z', language: 'ru' as const }
    open(sentOffer('accepted', { lines: [makeDesignedLine({ confirmed })], decidedAt: confirmed.at, decidedVia: 'link' }))
    await ready()
    const fact = screen.getByText('The customer confirmed').nextElementSibling
    expect(fact).toHaveTextContent('Подтверждаю размер: в нише 243 × 62 × 262 см, 24 Nov, 11:00')
    expect(fact?.querySelector('[lang=ru]')).not.toBeNull()
    expect(await violations()).toEqual([])
  })

  it('makes no order before it was measured, and leads to the measuring', async () => {
    const { user } = open(sentOffer('accepted', { lines: [makeDesignedLine({ isMeasured: false })], needsMeasuring: true }))
    await ready()
    server.use(http.post(`${base}/orders`, () => refuse(409, { general: 'DESIGN.NOT_MEASURED' })))
    await user.click(screen.getAllByRole('button', { name: 'Create the order' })[0] ?? document.body)
    const dialog = within(await screen.findByRole('dialog', { name: 'Create the order' }))
    await user.click(dialog.getByRole('button', { name: 'Create the order' }))
    const alert = await dialog.findByRole('alert')
    expect(alert).toHaveTextContent('No order can be made of a piece that was not measured')
    expect(within(alert).getByRole('link')).toHaveAttribute('href', `/desk/quotes/${marina}`)
  })
})
