import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import vectors from '../../../services/rules/data/vectors.json'
import { decodeDesign, encodeDesign, type DesignCode } from '@shared/rules/code'
import { designPiece, standardPiece } from '@/lib/quote/pieces'
import { useDesigner } from '@/features/design/store'
import { selectPiece, useSelection } from '@/stores/selection'
import { errorResponse, ok } from '@/testing/handlers/customer'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

const submit = '*/api/v1.0/ProductInquiries/submit'
const code = 'EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja' as DesignCode
/** A wardrobe that is too wide. */
const impossible = 'EBAAQV4I_JYAAAAwJAAgEAAgEAAgEAAgEAAgEAAgEAAgEAAgEAAgEB-u'
const broken = `${code.slice(0, -1)}b`
const name = 'Wardrobe, 243 × 62 × 262 cm'
const spaced = name.replaceAll(' ×', '\u00a0×').replace(' cm', '\u00a0cm')

/** The code of the same design under other rules. */
function underOtherRules(): DesignCode {
  const design = decodeDesign(code)
  if (design === null) throw new Error('the code is broken')
  return encodeDesign({ ...design, rules: 200 })
}

class Measured implements ResizeObserver {
  readonly observe = vi.fn()
  readonly unobserve = vi.fn()
  readonly disconnect = vi.fn()
}

beforeEach(() => {
  useDesigner.setState(useDesigner.getInitialState(), true)
  vi.stubGlobal('ResizeObserver', Measured)
  server.use(http.get('*/api/v1.0/designs/rates', () => ok(vectors.rates)))
})

const pieces = () => useSelection.getState().pieces
const row = () => screen.findByRole('listitem', { name: spaced })

async function fillIn(user: UserEvent): Promise<void> {
  for (const [label, value] of [
    ['First name', 'Leyla'],
    ['Last name', 'Nümunə'],
    ['Phone', '050 123 45 67'],
    ['E-mail', 'leyla@example.com'],
  ] as const) {
    await user.click(screen.getByLabelText(label))
    await user.paste(value)
  }
}

async function press(user: UserEvent, button: string): Promise<void> {
  const send = screen.getByRole('button', { name: button })
  await waitFor(() => expect(send).toBeEnabled())
  await user.click(send)
}

/** Answers requests in order: with a refusal while there is one, then with a receipt. Returns their bodies. */
function answer(...refusals: [errors: Record<string, string>, data: unknown][]): { items?: { design?: unknown }[] }[] {
  const bodies: { items?: { design?: unknown }[] }[] = []
  server.use(
    http.post(submit, async ({ request }) => {
      const refusal = refusals[bodies.length]
      bodies.push((await request.json()) as (typeof bodies)[number])
      if (refusal === undefined) return ok({ number: 'SQ-5H2C8RVD', promisedAt: null, whatsapp: '+994120000001' })
      const [errors, data] = refusal
      return HttpResponse.json({ success: false, message: 'This design cannot be built as it is.', errors, data }, { status: 409 })
    }),
  )
  return bodies
}

describe('a design', () => {
  it("is added to the selection from the designer's summary, again as its quantity", async () => {
    localStorage.setItem('designs', JSON.stringify({ v: 1, items: [{ c: code, t: 1 }] }))
    const { user } = visit(`/en/design?step=summary#${code}`)
    const add = await screen.findByRole('button', { name: 'Add to my selection' })
    await user.click(add)
    await user.click(add)
    expect(await screen.findAllByText('Added to your selection')).not.toHaveLength(0)
    expect(pieces()).toMatchObject([{ design: code, quantity: 2 }])
    expect(screen.getByRole('banner')).toHaveTextContent('1')
    await user.click(screen.getAllByRole('button', { name: 'View' })[0] ?? add)
    expect(await row()).toBeVisible()
  })

  it('is added from a link, and told about a full selection', async () => {
    for (let id = 1; id <= 19; id += 1) selectPiece(standardPiece(id, 1))
    const { user } = visit(`/en/design?step=summary#${code}`)
    const add = await screen.findByRole('button', { name: 'Add to my selection' })
    await user.click(add)
    await waitFor(() => expect(pieces()).toHaveLength(20))
    selectPiece(designPiece(code, 98))
    useSelection.setState({ pieces: pieces().map((piece, index) => (index === 19 ? { ...piece, note: 'another' } : piece)) })
    await user.click(add)
    expect(await screen.findByText('A selection holds 20 pieces. Remove one.')).toBeVisible()
    // One's own designs stay as they are.
    expect(localStorage.getItem('designs')).toBeNull()
  })

  it('cannot be added while it cannot be built', async () => {
    visit(`/en/design?step=summary#${impossible}`)
    expect(await screen.findByText('No price at this size')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Add to my selection' })).not.toBeInTheDocument()
  })
})

describe('a design in the selection', () => {
  it('has its drawings, its words and the band of its pieces, and leads to its change', async () => {
    selectPiece({ ...designPiece(code, 2), note: 'left of the door' })
    selectPiece(standardPiece(2, 1))
    visit('/en/selection')
    const design = await row()
    expect(design.querySelectorAll('svg')).not.toHaveLength(0)
    expect(design).toHaveTextContent('Between walls, 4 bays')
    expect(design).toHaveTextContent(/Bay 2, 57.4\scm: 2 drawers, 4 shelves, lattice door/)
    expect(design).toHaveTextContent('left of the door')
    expect(await within(design).findByText('between 5,360 and 6,300 manat')).toBeInTheDocument()
    const change = within(design).getByRole('link', { name: `Change: ${spaced}` })
    expect(change).toHaveAttribute('href', `/en/design?step=size#${code}`)
    const box = screen.getByRole('complementary', { name: 'Request for a quote' })
    expect(box).toHaveTextContent('1 product, 1 design')
    expect(within(box).getByText('between 5,360 and 6,300 manat')).toBeInTheDocument()
    expect(await within(box).findByText('₼200.00')).toBeInTheDocument()
  })

  it('changes its quantity, is copied, removed and put back', async () => {
    selectPiece(designPiece(code))
    const { user } = visit('/en/selection')
    await row()
    await user.click(screen.getByRole('button', { name: `One more: ${spaced}` }))
    await user.click(screen.getByRole('button', { name: `Duplicate: ${spaced}` }))
    expect(pieces()).toMatchObject([
      { design: code, quantity: 2 },
      { design: code, quantity: 2 },
    ])
    await user.click(screen.getAllByRole('button', { name: `Remove from the selection: ${spaced}` })[0] ?? document.body)
    expect(pieces()).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(pieces()).toHaveLength(2)
    expect(screen.queryByText('Total in standard sizes')).not.toBeInTheDocument()
  })

  it('is in the link and in the words around it', async () => {
    selectPiece(designPiece(code))
    selectPiece(standardPiece(2, 1))
    const { user } = visit('/en/selection')
    await row()
    await user.click(screen.getByRole('button', { name: 'Copy the link' }))
    expect(await navigator.clipboard.readText()).toBe(`http://localhost:3000/en/selection#.d${code}..1~2...1`)
    const chat = new URL(screen.getByRole('link', { name: /Send by WhatsApp/ }).getAttribute('href') ?? '')
    const text = (chat.searchParams.get('text') ?? '').replaceAll('\u00a0', ' ')
    expect(text).toContain(`${name}, Between walls, 4 bays, 1 pc\nWardrobe 2`)
  })

  it('is neither shown nor sent under other rules', async () => {
    const bodies = answer()
    selectPiece(designPiece(underOtherRules()))
    selectPiece(standardPiece(2, 1))
    const { user } = visit('/en/selection')
    expect(await screen.findByText(/This design can no longer be read/)).toBeVisible()
    expect(screen.getByRole('listitem', { name: 'Design' })).toBeVisible()
    await fillIn(user)
    await press(user, 'Send the request')
    await screen.findByRole('alertdialog')
    expect(bodies).toEqual([expect.objectContaining({ productId: 2 })])
    expect(bodies[0]).not.toHaveProperty('items')
  })
})

describe('designs of a link', () => {
  it("are read only, and added to one's own", async () => {
    const { user } = visit(`/en/selection#.d${code}..1.left~2...2`)
    const design = await row()
    expect(design).toHaveTextContent('left')
    expect(within(design).queryByRole('button')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Add all to mine' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'My selection' })).toBeVisible()
    expect(pieces()).toMatchObject([{ design: code, quantity: 1, note: 'left' }, { productId: 2 }])
  })

  it.each([broken, impossible])('break the link as %s', async (design) => {
    visit(`/en/selection#2...1~.d${design}..1`)
    expect(await screen.findByText('The link is not complete. Ask for it again.')).toBeVisible()
  })
})

describe('the request', () => {
  it('has designs among products, with the band of one piece', async () => {
    const bodies = answer()
    selectPiece(standardPiece(2, 2))
    selectPiece(designPiece(code, 2))
    const { user } = visit('/en/selection')
    await within(await row()).findByText('between 5,360 and 6,300 manat')
    await fillIn(user)
    await press(user, 'Send the request')
    const alert = await screen.findByRole('alertdialog')
    expect(alert).toHaveTextContent(/Wardrobe, 243\s× 62\s× 262\scm, Between walls, 4 bays, 2 pcs/)
    expect(bodies).toEqual([
      expect.objectContaining({
        productId: 2,
        items: [
          { productId: 2, quantity: 2, color: null },
          { quantity: 2, design: { code, low: 2680, high: 3150 } },
        ],
      }),
    ])
  })

  it('has one design alone, without a product', async () => {
    const bodies = answer()
    selectPiece(designPiece(code))
    const { user } = visit('/en/selection')
    await within(await row()).findByText('between 2,680 and 3,150 manat')
    await fillIn(user)
    await press(user, 'Send the request')
    await screen.findByRole('alertdialog')
    expect(bodies[0]?.items).toEqual([{ quantity: 1, design: { code, low: 2680, high: 3150 } }])
    expect(bodies[0]).not.toHaveProperty('productId')
  })

  it('is sent without bands while there are no rates', async () => {
    server.use(http.get('*/api/v1.0/designs/rates', () => errorResponse(404)))
    const bodies = answer()
    selectPiece(designPiece(code))
    const { user } = visit('/en/selection')
    expect(await within(await row()).findByText('The price did not load')).toBeVisible()
    await fillIn(user)
    await press(user, 'Send the request')
    await screen.findByRole('alertdialog')
    expect(bodies[0]?.items).toEqual([{ quantity: 1, design: { code } }])
  })

  it('shows both bands of a renewed price at its row, and is sent again with the new one', async () => {
    const data = { items: [{ index: 1, low: 2740, high: 3210, prices: 2, checks: [] }] }
    const bodies = answer([{ 'items[1].design': 'DESIGN.PRICE_CHANGED' }, data])
    selectPiece(standardPiece(2, 1))
    selectPiece(designPiece(code))
    const { user } = visit('/en/selection')
    const design = await row()
    await within(design).findByText('between 2,680 and 3,150 manat')
    await fillIn(user)
    await press(user, 'Send the request')
    expect(await within(design).findByText(/2,680–3,150.AZN before, 2,740–3,210.AZN now/)).toBeVisible()
    expect(within(design).getByText('between 2,740 and 3,210 manat')).toBeInTheDocument()
    expect(screen.getByRole('alert')).toHaveTextContent(/Wardrobe, 243.*2,740–3,210.AZN now/)
    await press(user, 'Send with the new range')
    await screen.findByRole('alertdialog')
    const designs = bodies.map(({ items }) => items?.[1]?.design)
    expect(designs).toEqual([
      { code, low: 2680, high: 3150 },
      { code, low: 2740, high: 3210 },
    ])
    expect(within(design).queryByText(/2,680–3,150.AZN before/)).not.toBeInTheDocument()
  })

  it('names the reasons of a design that cannot be built at its row', async () => {
    const checks = [{ key: 'door.heavy', level: 'error', at: 0, value: 1, limit: 1, fixes: [], text: 'The door is too heavy.' }]
    answer([{ 'items[0].design': 'DESIGN.IMPOSSIBLE' }, { items: [{ index: 0, low: null, high: null, prices: null, checks }] }])
    selectPiece(designPiece(code))
    const { user } = visit('/en/selection')
    const design = await row()
    await fillIn(user)
    await press(user, 'Send the request')
    expect(await within(design).findByText('The door is too heavy.')).toBeVisible()
    expect(screen.getByText('This design cannot be built as it is.')).toBeVisible()
    expect(pieces()).toHaveLength(1)
  })
})
