import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Piece } from '@/lib/quote/pieces'
import { errorResponse, ok } from '@/testing/handlers/customer'
import { product } from '@/testing/products'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { selectPiece, useSelection } from '@/stores/selection'

const call = '*/api/v1.0/ProductInquiries/submit'
const standard: Piece = { productId: 2, quantity: 2, color: null, measuring: 'standard', measures: null, measuresOf: 'piece', note: '' }
const own: Piece = {
  productId: 1,
  quantity: 1,
  color: 'walnut',
  measuring: 'own',
  measures: { widthMm: 1800, depthMm: 600, heightMm: 2500 },
  measuresOf: 'piece',
  note: 'A radiator is on the left',
}

function fill(...pieces: Piece[]): void {
  for (const piece of pieces) selectPiece(piece)
}

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

function recordBodies(): unknown[] {
  const bodies: unknown[] = []
  server.use(
    http.post(call, async ({ request }) => {
      bodies.push(await request.json())
      return ok({ number: 'SQ-7Q2M04XK', promisedAt: null, whatsapp: '+994120000001' })
    }),
  )
  return bodies
}

const row = (name: string) => screen.findByRole('listitem', { name })
const pieces = () => useSelection.getState().pieces

describe('the selection', () => {
  it('is filled from the product and from the dialog, and counted in the header', async () => {
    const { user } = visit('/en/shop/1')
    await user.click(await screen.findByRole('button', { name: 'Add to my selection' }))
    const banner = screen.getByRole('banner')
    expect(within(banner).getByRole('link', { name: 'My selection, 1 piece' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Ask for a quote' }))
    const dialog = await screen.findByRole('dialog', { name: 'Ask for a quote' })
    await user.click(within(dialog).getByRole('radio', { name: 'My size' }))
    await within(dialog).findByLabelText('Width')
    await user.clear(within(dialog).getByLabelText('Width'))
    expect(within(dialog).getByRole('button', { name: 'Add to my selection' })).toBeDisabled()
    await user.type(within(dialog).getByLabelText('Width'), '180')
    await user.click(within(dialog).getByRole('button', { name: 'Add to my selection' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(pieces().map(({ measuring, color }) => [measuring, color])).toEqual([
      ['standard', 'oak'],
      ['own', 'oak'],
    ])
    await user.click(screen.getAllByRole('button', { name: 'View' })[0] ?? banner)
    expect(await screen.findByRole('heading', { level: 1, name: 'My selection' })).toBeVisible()
    expect(within(banner).getByRole('link', { name: 'My selection, 2 pieces' })).toBeVisible()
  })

  it('is empty at first, and not in the header', async () => {
    visit('/en/selection')
    expect(await screen.findByText('Your selection is empty. Collect pieces here in your own sizes.')).toBeVisible()
    expect(within(screen.getByRole('banner')).queryByRole('link', { name: /My selection/ })).not.toBeInTheDocument()
    expect(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'My selection' })).toBeVisible()
  })

  it('shows sizes, colours, notes and standard prices with their sum', async () => {
    fill(own, standard)
    visit('/en/selection')
    const first = await row('Wardrobe 1')
    expect(first.textContent.replaceAll('\u00a0', ' ')).toContain('180 × 60 × 250 cm (standard 150 × 60 × 210)')
    expect(within(first).getByText('walnut')).toBeVisible()
    expect(within(first).getByText('A radiator is on the left')).toBeVisible()
    const second = await row('Wardrobe 2')
    expect(second.textContent.replaceAll('\u00a0', ' ')).toContain('150 × 60 × 210 cm (standard size)')
    expect(within(second).getByText('₼400.00')).toBeInTheDocument()
    const box = screen.getByRole('complementary', { name: 'Request for a quote' })
    expect(within(box).getByText('3 pcs')).toBeVisible()
    expect(within(box).getByText('₼1,461.65')).toBeInTheDocument()
  })

  it('shows a niche with the piece in it, and sends what was measured', async () => {
    const bodies = recordBodies()
    fill({ ...own, measuresOf: 'niche' })
    const { user } = visit('/en/selection')
    const niche = await row('Wardrobe 1')
    expect(niche.textContent.replaceAll('\u00a0', ' ')).toContain('niche 180 × 60 × 250 cm (piece 174 × 59 × 246 cm)')
    await fillIn(user)
    const send = screen.getByRole('button', { name: 'Send the request' })
    await waitFor(() => expect(send).toBeEnabled())
    await user.click(send)
    const alert = await screen.findByRole('alertdialog')
    expect(within(alert).getByText(/Wardrobe 1 \(T-1\), niche 180.× 60.× 250.cm, walnut, 1 pc\.$/)).toBeVisible()
    expect(bodies).toEqual([expect.objectContaining({ measuring: 'own', measures: own.measures, measuresOf: 'niche' })])
  })

  it('draws true fronts only, and shows a colour without a picture in the corner of another one', async () => {
    server.use(
      http.get('*/api/v1.0/products', () => {
        const data = [product({ id: 1, colors: ['oak', 'white'] }), product({ id: 2, front: null }), product({ id: 10, categoryId: 2 })]
        return HttpResponse.json({ success: true, message: null, data, totalRecords: 3, totalPages: 1 })
      }),
    )
    fill({ ...own, color: 'white' }, standard, { ...standard, productId: 10, color: 'oak' })
    visit('/en/selection')
    const [wardrobe, unknown, kitchen] = [await row('Wardrobe 1'), await row('Wardrobe 2'), await row('Kitchen 10')]
    const drawing = (shown: HTMLElement) => shown.querySelector('svg[viewBox="0 0 480 480"]')
    expect(drawing(wardrobe)).toBeInTheDocument()
    expect(drawing(unknown)).not.toBeInTheDocument()
    // Wall units behind the base units.
    expect(drawing(kitchen)?.querySelectorAll('path')).toHaveLength(4)
    const corner = (shown: HTMLElement) => shown.querySelector('picture + span')
    expect(corner(wardrobe)).toHaveStyle({ backgroundColor: '#EFEDE7' })
    expect(corner(kitchen)).not.toBeInTheDocument()
  })

  it('changes quantities, copies, removes and puts back', async () => {
    fill(own, standard)
    const { user } = visit('/en/selection')
    await row('Wardrobe 1')
    await user.click(await screen.findByRole('button', { name: 'One more: Wardrobe 1' }))
    await user.click(screen.getByRole('button', { name: 'Duplicate: Wardrobe 1' }))
    expect(pieces().map(({ productId, quantity }) => [productId, quantity])).toEqual([
      [1, 2],
      [1, 2],
      [2, 2],
    ])
    expect(screen.getByRole('link', { name: 'Change: Wardrobe 2' })).toHaveAttribute('href', `/en/quote?item=${pieces()[2]?.id ?? ''}`)
    await user.click(screen.getByRole('button', { name: 'Remove from the selection: Wardrobe 2' }))
    expect(screen.getByText('Removed: Wardrobe 2. Left: 2')).toBeVisible()
    await waitFor(() => expect(screen.getAllByRole('listitem', { name: 'Wardrobe 1' })[1]).toHaveFocus())
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await row('Wardrobe 2')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear the selection' }))
    expect(await screen.findByText(/Your selection is empty/)).toBeVisible()
  })

  it('sends one request for all, and marks the list until it changes', async () => {
    const bodies = recordBodies()
    fill(own, standard)
    const { user } = visit('/en/selection')
    await row('Wardrobe 1')
    const send = screen.getByRole('button', { name: 'Send the request' })
    expect(send).toBeDisabled()
    await fillIn(user)
    await waitFor(() => expect(send).toBeEnabled())
    await user.click(send)
    const alert = await screen.findByRole('alertdialog', { name: 'We have your request' })
    expect(within(alert).getByText(/Wardrobe 1 \(T-1\), 180.*; Wardrobe 2 \(T-2\), standard size, 2 pcs\.$/)).toBeVisible()
    expect(bodies).toEqual([
      {
        name: 'Leyla',
        surname: 'Nümunə',
        phone: '+994501234567',
        email: 'leyla@example.com',
        productId: 1,
        productName: 'Wardrobe 1',
        productImage: 'http://localhost:3000/images/products/x/1-960.svg',
        items: [
          { productId: 1, quantity: 1, color: 'walnut', measuring: 'own', measures: own.measures, note: own.note },
          { productId: 2, quantity: 2, color: null },
        ],
      },
    ])
    await user.click(within(alert).getByRole('button', { name: 'Back to the selection' }))
    expect(screen.getByText('Sent: SQ-7Q2M04XK')).toBeVisible()
    expect(pieces()).toHaveLength(2)
    await user.click(await screen.findByRole('button', { name: 'One more: Wardrobe 1' }))
    expect(screen.queryByText('Sent: SQ-7Q2M04XK')).not.toBeInTheDocument()
  })

  it('stays as it is if sending fails', async () => {
    server.use(http.post(call, () => errorResponse(503)))
    fill(standard)
    const { user } = visit('/en/selection')
    await row('Wardrobe 2')
    await fillIn(user)
    const send = screen.getByRole('button', { name: 'Send the request' })
    await waitFor(() => expect(send).toBeEnabled())
    await user.click(send)
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to submit product inquiry. Please try again.')
    expect(screen.getByLabelText('First name')).toHaveValue('Leyla')
  })

  it('leaves out what is no longer sold', async () => {
    const bodies = recordBodies()
    fill({ ...standard, productId: 999 }, standard)
    const { user } = visit('/en/selection')
    expect(await screen.findByText('No longer sold, it will not be sent.')).toBeVisible()
    await fillIn(user)
    const send = screen.getByRole('button', { name: 'Send the request' })
    await waitFor(() => expect(send).toBeEnabled())
    await user.click(send)
    await screen.findByRole('alertdialog')
    expect(bodies).toEqual([expect.objectContaining({ productId: 2, quantity: 2 })])
    expect(bodies[0]).not.toHaveProperty('items')
  })

  it('is shown and sent without names while the catalog is away', async () => {
    server.use(http.get('*/api/v1.0/products', () => errorResponse(404)))
    const bodies = recordBodies()
    fill(own)
    const { user } = visit('/en/selection')
    expect(await screen.findByText('Names and prices could not be loaded. You can still send the request.')).toBeVisible()
    expect(screen.getByText(/180.× 60.× 250.cm/)).toBeVisible()
    await fillIn(user)
    const send = screen.getByRole('button', { name: 'Send the request' })
    await waitFor(() => expect(send).toBeEnabled())
    await user.click(send)
    await screen.findByRole('alertdialog')
    expect(bodies).toEqual([expect.objectContaining({ productId: 1, measuring: 'own' })])
  })

  it('says that the browser keeps nothing', async () => {
    fill(standard)
    useSelection.setState({ isKept: false })
    visit('/en/selection')
    expect(await screen.findByText(/Your browser does not keep the selection/)).toBeVisible()
  })
})

describe('the link of a selection', () => {
  it('is copied, with notes where the box is ticked', async () => {
    fill(own)
    const { user } = visit('/en/selection')
    await row('Wardrobe 1')
    await user.click(screen.getByRole('button', { name: 'Copy the link' }))
    const link = 'http://localhost:3000/en/selection#1.w1800d600h2500.walnut.1'
    expect(await navigator.clipboard.readText()).toBe(link)
    await user.click(screen.getByRole('checkbox', { name: 'Show my notes too' }))
    await user.click(screen.getByRole('button', { name: 'Copy the link' }))
    expect(await navigator.clipboard.readText()).toBe(`${link}.A%20radiator%20is%20on%20the%20left`)
  })

  it('leaves out notes that make it too long, and says so', async () => {
    fill({ ...own, note: 'ə'.repeat(1000) })
    const { user } = visit('/en/selection')
    await row('Wardrobe 1')
    await user.click(screen.getByRole('checkbox', { name: 'Show my notes too' }))
    expect(screen.getByText('The link got too long, so the notes are left out.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Copy the link' }))
    expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/en/selection#1.w1800d600h2500.walnut.1')
  })

  it('hands the pieces in words and the link to the device, and to WhatsApp', async () => {
    const shared: ShareData[] = []
    Object.assign(navigator, { share: (data: ShareData) => Promise.resolve(shared.push(data)) })
    fill(own, standard)
    const { user } = visit('/en/selection')
    await row('Wardrobe 1')
    await user.click(screen.getByRole('button', { name: 'Share' }))
    Reflect.deleteProperty(navigator, 'share')
    const link = 'http://localhost:3000/en/selection#1.w1800d600h2500.walnut.1~2...2'
    expect(shared).toMatchObject([{ title: 'Furniture that we picked in our own sizes:', url: link }])
    const lines = (shared[0]?.text ?? '').replaceAll('\u00a0', ' ').split('\n')
    expect(lines).toEqual([
      'Furniture that we picked in our own sizes:',
      'Wardrobe 1, 180 × 60 × 250 cm, walnut, 1 pc',
      'Wardrobe 2, standard size, 2 pcs',
    ])
    const chat = new URL(screen.getByRole('link', { name: /Send by WhatsApp/ }).getAttribute('href') ?? '')
    expect(chat.searchParams.get('text')).toBe(`${shared[0]?.text ?? ''}\n${link}`)
  })

  it("shows someone else's pieces beside one's own, which stay", async () => {
    fill(standard)
    const { user } = visit('/en/selection#1.w1800d600h2500.walnut.1.left~3...2')
    expect(await screen.findByRole('heading', { level: 1, name: 'Shared with you' })).toBeVisible()
    expect(await row('Wardrobe 1')).toHaveTextContent('left')
    expect(screen.queryByRole('button', { name: /Remove/ })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Ask for this' }))
    expect(screen.getByLabelText('First name')).toHaveFocus()
    expect(pieces()).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Add all to mine' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'My selection' })).toBeVisible()
    expect(pieces().map(({ productId }) => productId)).toEqual([2, 1, 3])
  })

  it('sends the pieces of the link, and leaves those of the browser alone', async () => {
    const bodies = recordBodies()
    fill(standard)
    const { user } = visit('/en/selection#1.w1800d600h2500.walnut.1~3...2')
    await row('Wardrobe 1')
    await fillIn(user)
    const send = screen.getByRole('button', { name: 'Send the request' })
    await waitFor(() => expect(send).toBeEnabled())
    await user.click(send)
    await screen.findByRole('alertdialog')
    expect(bodies).toEqual([expect.objectContaining({ productId: 1, items: [expect.anything(), expect.anything()] })])
    expect(useSelection.getState()).toMatchObject({ sent: null })
  })

  it('is broken where something is missing', async () => {
    visit('/en/selection#1.w1800d60')
    expect(await screen.findByText('The link is not complete. Ask for it again.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to my own selection' })).toHaveAttribute('href', '/en/selection')
  })
})
