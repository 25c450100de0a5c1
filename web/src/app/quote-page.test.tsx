import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { ok } from '@/testing/handlers/customer'
import { product } from '@/testing/products'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { selectPiece, useSelection } from '@/stores/selection'

const call = '*/api/v1.0/ProductInquiries/submit'

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

describe('the page of a quote', () => {
  it('asks as the dialog does, and leads to the product', async () => {
    const bodies: unknown[] = []
    server.use(
      http.post(call, async ({ request }) => {
        bodies.push(await request.json())
        return ok({ number: 'SQ-1', promisedAt: null, whatsapp: null })
      }),
    )
    const { user } = visit('/en/quote?product=1&size=own&color=walnut')
    expect(await screen.findByRole('radio', { name: 'My size' })).toBeChecked()
    expect(screen.getByRole('radio', { name: 'walnut' })).toBeChecked()
    await fillIn(user)
    const send = screen.getByRole('button', { name: 'Send' })
    await waitFor(() => expect(send).toBeEnabled())
    await user.click(send)
    const alert = await screen.findByRole('alertdialog', { name: 'We have your request' })
    expect(bodies).toEqual([expect.objectContaining({ productId: 1, measuring: 'own', color: 'walnut' })])
    await user.click(within(alert).getByRole('button', { name: 'Back to the shop' }))
    await waitFor(() => expect(window.location.pathname).toBe('/en/shop/1'))
  })

  it('offers products where none is named', async () => {
    const { user } = visit('/en/quote?size=own')
    await user.click(await screen.findByRole('link', { name: 'Wardrobe 2' }))
    expect(await screen.findByRole('radio', { name: 'My size' })).toBeChecked()
    expect(window.location.search).toBe('?product=2&size=own')
  })

  it('offers the products of the category that the visitor comes from, those of the nearest width first', async () => {
    const widths = ['240', '300', '90']
    const wardrobes = widths.map((width, index) =>
      product({ id: index + 1, externalMeasurement: `${width} × 60 × 210 cm`, externalMeasurementEn: `${width} × 60 × 210 cm` }),
    )
    const asked: string[] = []
    server.use(
      http.get('*/api/v1.0/products', ({ request }) => {
        asked.push(new URL(request.url).search)
        return HttpResponse.json({ success: true, message: null, data: wardrobes, totalRecords: 3, totalPages: 1 })
      }),
    )
    visit('/en/quote?size=own&width=243&height=262&category=1')
    const first = await screen.findByRole('link', { name: 'Wardrobe 1' })
    expect(first).toHaveAttribute('href', '/en/quote?product=1&size=own&width=243&height=262')
    const main = within(screen.getByRole('main'))
    expect(main.getAllByRole('link', { name: /^Wardrobe/ }).map(({ textContent }) => textContent)).toEqual([
      'Wardrobe 1',
      'Wardrobe 2',
      'Wardrobe 3',
    ])
    expect(asked).toEqual(['?page=1&limit=12&categoryId=1&nearWidth=243'])
    expect(main.getByText('240 × 60 × 210 cm')).toBeVisible()
    expect(main.getAllByRole('listitem').find((item) => item.contains(first))).toHaveTextContent('100.00 AZN')
  })

  it('begins with the width and the height of the address', async () => {
    visit('/en/quote?product=1&size=own&width=243&height=262')
    expect(await screen.findByLabelText('Width')).toHaveValue('243')
    expect(screen.getByLabelText('Height')).toHaveValue('262')
  })

  it('begins with the niche of its address', async () => {
    visit('/en/quote?product=1&size=own&width=243&of=niche')
    expect(await screen.findByLabelText('Width')).toHaveValue('243')
    expect(screen.getByRole('radio', { name: 'The niche or opening' })).toBeChecked()
    // The other sides are those of the niche around the standard piece.
    expect(screen.getByLabelText('Height')).toHaveValue('214')
    expect(screen.getByLabelText('Depth')).toHaveValue('61')
  })

  it.each(['?product=0', '?product=x', '?product=1e3', ''])('takes %j for no product', async (search) => {
    visit(`/en/quote${search}`)
    expect(await screen.findByRole('link', { name: 'Wardrobe 2' })).toBeVisible()
  })

  it('says that a product is not sold', async () => {
    visit('/en/quote?product=999')
    expect(await screen.findByText('This product is no longer sold.')).toBeVisible()
  })

  it("opens with one's own size from the product and from the shop", async () => {
    const { user } = visit('/en/shop/1')
    const link = await screen.findByRole('link', { name: 'send us yours' })
    expect(link).toHaveAttribute('href', '/en/quote?product=1&size=own')
    await user.click(link)
    const dialog = await screen.findByRole('dialog', { name: 'Ask for a quote' })
    expect(within(dialog).getByRole('radio', { name: 'My size' })).toBeChecked()
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(link).toHaveFocus()
  })

  it('changes a piece of the selection', async () => {
    selectPiece({
      productId: 1,
      quantity: 2,
      color: 'oak',
      measuring: 'own',
      measures: { widthMm: 1800, depthMm: 600, heightMm: 2500 },
      measuresOf: 'niche',
      note: 'left',
    })
    const id = useSelection.getState().pieces[0]?.id ?? ''
    const { user } = visit(`/en/quote?item=${id}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Change the piece' })).toBeVisible()
    const height = await screen.findByLabelText('Height')
    expect(height).toHaveValue('250')
    expect(screen.getByRole('radio', { name: 'The niche or opening' })).toBeChecked()
    expect(screen.getByLabelText('Note (optional)')).toHaveValue('left')
    expect(screen.queryByLabelText('Phone')).not.toBeInTheDocument()
    await user.clear(height)
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.type(height, '262')
    await user.click(screen.getByRole('radio', { name: 'The piece' }))
    await waitFor(() => expect(screen.queryByText(/^In a niche we leave/)).not.toBeInTheDocument())
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(window.location.pathname).toBe('/en/selection'))
    expect(useSelection.getState().pieces).toEqual([
      expect.objectContaining({
        id,
        quantity: 2,
        note: 'left',
        measures: { widthMm: 1800, depthMm: 600, heightMm: 2620 },
        measuresOf: 'piece',
      }),
    ])
    expect(sessionStorage.getItem('quote:1')).toBeNull()
  })
})
