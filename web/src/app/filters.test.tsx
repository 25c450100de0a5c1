import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { product, products } from '@/testing/products'
import { facetsOf, filtered } from '@/testing/facets'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

/** Oak, walnut or both; one made to order, one discounted, one narrow. */
const sold = [
  ...products.slice(0, 3),
  product({ id: 31, colors: ['walnut'], externalMeasurement: '90 × 60 × 210 cm' }),
  product({ id: 32, colors: ['oak'], stockQuantity: null }),
  product({ id: 33, colors: ['white'], categoryId: 2, externalMeasurement: '240 × 60 × 90 cm' }),
]

function serve() {
  server.use(
    http.get('*/api/v1.0/products', ({ request }) => {
      const { searchParams } = new URL(request.url)
      const found = filtered(sold, searchParams)
      const facets = facetsOf(sold, searchParams)
      return HttpResponse.json({ success: true, message: null, data: found, totalRecords: found.length, totalPages: 1, facets })
    }),
  )
}

const box = (name: string | RegExp) => screen.findByRole('checkbox', { name })
const shown = (count: number) => screen.findByText(`Showing 1-${String(count)} of ${String(count)} results`)
const removal = (name: string) => screen.findByRole('link', { name: `Remove filter: ${name}` })

describe('filters of the shop', () => {
  beforeEach(serve)

  it('narrow the list at once, one history entry a change, and keep the focus', async () => {
    const { user } = visit('/shop?sort=latest')
    const oak = await box('natural oak 4')
    const before = window.history.length
    await user.click(oak)
    await shown(4)
    expect(window.location.search).toBe('?sort=latest&colors=oak')
    expect(oak).toHaveFocus()
    // Colours widen their own group and narrow the others.
    expect(await box('walnut 4')).toBeEnabled()
    expect(await box('In stock now 3')).toBeVisible()
    const side = within(screen.getByRole('complementary', { name: 'Filters' }))
    expect(side.getByText('Kitchens')).toHaveTextContent('Kitchens0')
    expect(side.queryByRole('link', { name: /^Kitchens/ })).not.toBeInTheDocument()
    await user.click(await box('walnut 4'))
    await shown(5)
    expect(window.location.search).toBe('?sort=latest&colors=oak,walnut')
    expect(window.history.length).toBe(before + 2)
    window.history.back()
    await shown(4)
    expect(oak).toBeChecked()
    expect(await box('walnut 4')).not.toBeChecked()
  })

  it('say the number of results once', async () => {
    const { user } = visit('/shop')
    await screen.findByText('6 results')
    await user.click(await box('Discounted only 1'))
    const said = await screen.findByText('1 result')
    expect(said).toHaveAttribute('role', 'status')
  })

  it('apply a width when the focus leaves its fields', async () => {
    const { user } = visit('/shop?page=2')
    await box('white 1')
    const [, from] = screen.getAllByRole('textbox', { name: 'from' })
    const [, to] = screen.getAllByRole('textbox', { name: 'to' })
    if (from === undefined || to === undefined) throw new Error('no width')
    expect(from).toHaveAttribute('placeholder', '90')
    await user.type(from, '200')
    await user.type(to, '100')
    await user.tab()
    expect(screen.getByText('The first width cannot be above the second.')).toBeVisible()
    expect(window.location.search).toBe('?page=2')
    await user.clear(from)
    await user.tab()
    await user.tab()
    await shown(1)
    expect(window.location.search).toBe('?maxWidth=100')
    expect(await removal('Width up to 100 cm')).toHaveAttribute('href', '/shop')
    expect(screen.getByRole('link', { name: 'Ask with your own size' })).toHaveAttribute('href', '/quote?size=own&width=100')
  })

  it('keep a chosen box on at 0, and switch the others off', async () => {
    const { user } = visit('/shop?colors=white&category=1')
    expect(await box('white 0')).toBeChecked()
    const discount = await box('Discounted only 0')
    await user.click(discount)
    expect(discount).not.toBeChecked()
    expect(window.location.search).toBe('?colors=white&category=1')
  })

  it('move the focus from a removed chip to the next one, and from the last to the result line', async () => {
    const { user } = visit('/shop?colors=oak,walnut&availability=stock')
    await user.click(await removal('natural oak'))
    expect(window.location.search).toBe('?colors=walnut&availability=stock')
    await waitFor(async () => expect(await removal('walnut')).toHaveFocus())
    await user.click(await removal('In stock now'))
    await waitFor(() => expect(screen.getByText(/^Showing/)).toHaveFocus())
    await user.click(screen.getByRole('button', { name: 'Clear all' }))
    expect(window.location.search).toBe('')
    expect(screen.queryByRole('button', { name: 'Clear all' })).not.toBeInTheDocument()
  })

  it('show more colours on demand', async () => {
    const { user } = visit('/shop')
    expect(await box('natural oak 4')).toBeVisible()
    const more = screen.getByRole('button', { name: '8 more colors' })
    await user.click(more)
    expect(await box('steel 0')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Show fewer' })).toHaveFocus()
  })

  it('offer the typed width if nothing fits', async () => {
    visit('/shop?minWidth=100&maxWidth=120')
    expect(await screen.findByText('No products match this choice.')).toBeVisible()
    expect(await removal('Width 100–120 cm')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Need another size?' })).toBeVisible()
    expect(screen.getByText(/^We build it 120 cm wide as well\./)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Send measurements' })).toHaveAttribute('href', '/quote?size=own&width=120')
  })

  it('link cards to the chosen colour', async () => {
    visit('/shop?colors=walnut,white')
    expect(await screen.findByRole('link', { name: 'Wardrobe 31' })).toHaveAttribute('href', '/shop/31?color=walnut')
    expect(screen.getByRole('link', { name: 'Kitchen 33' })).toHaveAttribute('href', '/shop/33?color=white')
  })
})

describe('the filter sheet', () => {
  beforeEach(() => {
    serve()
    const narrow = vi.spyOn(window, 'matchMedia')
    narrow.mockImplementation((query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList)
    return () => narrow.mockRestore()
  })

  const open = async (path: string) => {
    const { user } = visit(path)
    await screen.findAllByRole('article')
    await user.click(screen.getByRole('button', { name: /^Filters/ }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
    await sheet.findByRole('checkbox', { name: /natural oak/ })
    return { user, sheet }
  }

  it('applies its changes together, as one history entry', async () => {
    const { user, sheet } = await open('/shop?discount=1')
    expect(screen.getByRole('button', { name: 'Filters 1' })).toBeInTheDocument()
    expect(sheet.getByRole('button', { name: 'Show 1 product' })).toBeEnabled()
    await user.click(sheet.getByRole('button', { name: 'Clear' }))
    await user.click(sheet.getByRole('checkbox', { name: /walnut/ }))
    expect(window.location.search).toBe('?discount=1')
    const entries = window.history.length
    await user.click(await sheet.findByRole('button', { name: 'Show 4 products' }))
    expect(window.location.search).toBe('?colors=walnut')
    expect(window.history.length).toBe(entries)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await shown(4)
  })

  it('throws its changes away when it is closed', async () => {
    const { user, sheet } = await open('/shop')
    await user.click(sheet.getByRole('checkbox', { name: /walnut/ }))
    await user.click(sheet.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(window.location.search).toBe('')
  })

  it('names the filter that leaves nothing', async () => {
    const { user, sheet } = await open('/shop')
    await user.click(sheet.getByRole('button', { name: /^Kitchens/ }))
    const [, from] = sheet.getAllByRole('textbox', { name: 'from' })
    if (from === undefined) throw new Error('no width')
    await user.type(from, '300')
    expect(await sheet.findByRole('button', { name: 'Nothing fits' })).toBeDisabled()
    expect(sheet.getByText('There are products without the choice of “Width, cm”.')).toBeVisible()
  })

  it('does not apply a field that is wrong', async () => {
    const { user, sheet } = await open('/shop')
    const [, from] = sheet.getAllByRole('textbox', { name: 'from' })
    if (from === undefined) throw new Error('no width')
    await user.type(from, 'wide')
    await user.click(sheet.getByRole('button', { name: /^Show/ }))
    expect(sheet.getByText('Enter a whole number, for example 180.')).toBeVisible()
    expect(from).toHaveFocus()
    expect(screen.getByRole('dialog')).toBeInTheDocument()
  })
})
