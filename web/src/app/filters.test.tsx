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
    await user.click(screen.getByText('More precisely'))
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

  it('begin with the typed width if nothing has it, before the nearest sizes', async () => {
    const asked: string[] = []
    server.events.on('request:start', ({ request }) => asked.push(new URL(request.url).search))
    visit('/shop?minWidth=100&maxWidth=120')
    const made = await screen.findByRole('heading', { name: 'We make it 120 cm wide' })
    expect(await removal('Width 100–120 cm')).toBeVisible()
    const ask = screen.getByRole('link', { name: 'We make it 120 cm: ask' })
    expect(ask).toHaveAttribute('href', '/quote?size=own&width=120')
    expect(screen.getByRole('link', { name: 'Design it yourself' })).toHaveAttribute('href', '/design?width=1200')
    const nearest = await screen.findByRole('region', { name: 'The nearest sizes' })
    expect(within(nearest).getByRole('link', { name: 'Wardrobe 31' })).toBeVisible()
    expect(asked).toContain('?page=1&limit=10&nearWidth=120&facets=1')
    const nothing = screen.getByText('No products match this choice.')
    const follows = (left: Node, right: Node) => (left.compareDocumentPosition(right) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    expect([follows(made, ask), follows(ask, nearest), follows(nearest, nothing)]).toEqual([true, true, true])
    server.events.removeAllListeners()
  })

  it('begin an empty list with other sizes', async () => {
    visit('/shop?minPrice=90000')
    const other = await screen.findByRole('heading', { name: 'Need another size?' })
    const nothing = screen.getByText('No products match this choice.')
    expect(other.compareDocumentPosition(nothing) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
    expect(screen.getByRole('link', { name: 'Send measurements' })).toHaveAttribute('href', '/quote?size=own')
  })

  it('list what fills a niche, the nearest first, below the offer of its exact width', async () => {
    const asked: string[] = []
    server.events.on('request:start', ({ request }) => asked.push(new URL(request.url).search))
    const { user } = visit('/shop')
    await box('white 1')
    await user.type(screen.getByLabelText('Width of the niche'), '160{Enter}')
    await shown(4)
    expect(window.location.search).toBe('?minWidth=130&maxWidth=160')
    expect(asked).toContain('?page=1&limit=10&nearWidth=160&minWidth=130&maxWidth=160&facets=1')
    expect(await removal('Niche 160 cm wide')).toBeVisible()
    expect(screen.getByText(/^Shown are pieces 130–160 cm wide/)).toBeVisible()
    const answer = await screen.findByRole('region', { name: 'We make it 160 cm wide' })
    const ask = within(answer).getByRole('link', { name: 'We make it 160 cm: ask' })
    expect(ask).toHaveAttribute('href', '/quote?size=own&width=160&of=niche')
    expect(localStorage.getItem('niche')).toBe('{"v":1,"w":1600}')
    // Another order is the visitor's.
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'latest')
    await waitFor(() => expect(asked).toContain('?page=1&limit=10&sort=latest&minWidth=130&maxWidth=160&facets=1'))
    server.events.removeAllListeners()
  })

  it('take no word for the width of a niche', async () => {
    const { user } = visit('/shop')
    await box('white 1')
    const niche = screen.getByLabelText('Width of the niche')
    await user.type(niche, 'wide{Enter}')
    expect(niche).toHaveAccessibleDescription('Enter a whole number, for example 180.')
    expect(window.location.search).toBe('')
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
    const [from] = sheet.getAllByRole('textbox', { name: 'from' })
    if (from === undefined) throw new Error('no price')
    await user.type(from, '90000')
    expect(await sheet.findByRole('button', { name: 'Nothing fits' })).toBeDisabled()
    expect(sheet.getByText('There are products without the choice of “Price, AZN”.')).toBeVisible()
  })

  it('offers a width that no piece has, and keeps it as the niche when it is applied', async () => {
    const { user, sheet } = await open('/shop')
    await user.type(sheet.getByLabelText('Width of the niche'), '400')
    const show = await sheet.findByRole('button', { name: 'We make it 400 cm wide' })
    expect(localStorage.getItem('niche')).toBeNull()
    await user.click(show)
    expect(window.location.search).toBe('?minWidth=370&maxWidth=400')
    expect(localStorage.getItem('niche')).toBe('{"v":1,"w":4000}')
    expect(await screen.findByRole('heading', { name: 'We make it 400 cm wide' })).toBeVisible()
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
