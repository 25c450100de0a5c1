import { fireEvent, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import gallery from '@/features/catalog/product/Gallery.module.css'
import { standardPiece } from '@/lib/quote/pieces'
import { keepRecent, recentProducts } from '@/lib/recent'
import { selectPiece } from '@/stores/selection'
import { store } from '@/testing/content'
import { product, products } from '@/testing/products'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

function serve(given: Parameters<typeof product>[0]) {
  server.use(
    http.get(`*/api/v1.0/products/${String(given.id)}`, () => HttpResponse.json({ success: true, message: null, data: product(given) })),
  )
}

describe('product page', () => {
  it('shows no stars where there are no reviews', async () => {
    serve({ id: 1, rating: 4.8, reviewCount: 0 })
    visit('/shop/1')
    expect(await screen.findByRole('heading', { level: 1, name: 'Wardrobe 1' })).toBeVisible()
    expect(screen.queryByText(/customer reviews/)).not.toBeInTheDocument()
    expect(screen.queryByRole('img', { name: / of 5$/ })).not.toBeInTheDocument()
  })

  it('shows name, price, reviews, stock and measurements', async () => {
    visit('/shop/1')
    expect(await screen.findByRole('heading', { level: 1, name: 'Wardrobe 1' })).toBeVisible()
    expect(screen.getByText('(12 customer reviews)')).toBeVisible()
    expect(screen.getByRole('img', { name: '4 of 5' })).toBeVisible()
    expect(await screen.findByText('In Stock: 6 items available')).toBeVisible()
    expect((await screen.findByText('Width')).parentElement).toHaveTextContent('150 cm')
    expect(screen.getByRole('heading', { name: 'Internal measurement' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Features' })).not.toBeInTheDocument()
    const path = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('listitem')
    expect(path.map((item) => item.textContent)).toEqual(['Home', 'Shop', 'Wardrobe', 'Wardrobe 1'])
  })

  it.each([
    [null, 'Made to order'],
    [0, 'Made to order'],
    [1, 'In Stock: 1 item available'],
  ])('shows the stock status for %s in stock', async (stockQuantity, text) => {
    serve({ id: 1, stockQuantity })
    visit('/shop/1')
    expect(await screen.findByText(text)).toBeVisible()
  })

  it('preselects the first colour, and shows the picture of the selected one', async () => {
    const { user } = visit('/shop/1')
    expect(await screen.findByRole('radio', { name: 'natural oak' })).toBeChecked()
    await user.click(screen.getByRole('radio', { name: 'walnut' }))
    expect(screen.getByRole('button', { name: 'Picture 2' })).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByRole('img', { name: 'Wardrobe 1' })).toHaveAttribute('src', '/images/products/x/2-960.svg')
  })

  it('keeps the colour in the address, in place of the history entry', async () => {
    const { user } = visit('/shop/1?color=walnut')
    expect(await screen.findByRole('radio', { name: 'walnut' })).toBeChecked()
    expect(screen.getByRole('button', { name: 'Picture 2' })).toHaveAttribute('aria-pressed', 'true')
    const entries = window.history.length
    await user.click(screen.getByRole('radio', { name: 'natural oak' }))
    expect(window.location.search).toBe('?color=oak')
    expect(window.history.length).toBe(entries)
    expect(screen.getByRole('button', { name: 'Picture 1' })).toHaveAttribute('aria-pressed', 'true')
  })

  it('ignores a colour that the product lacks', async () => {
    visit('/shop/1?color=steel')
    expect(await screen.findByRole('radio', { name: 'natural oak' })).toBeChecked()
    expect(screen.getByRole('button', { name: 'Picture 1' })).toHaveAttribute('aria-pressed', 'true')
  })

  it('accepts a quantity from 1 to 99, and keeps what else is typed until it is corrected', async () => {
    const { user } = visit('/shop/1')
    const number = await screen.findByRole('textbox', { name: 'Quantity' })
    const [ask] = await screen.findAllByRole('button', { name: 'Ask for a quote' })
    expect(screen.getByRole('button', { name: 'One less' })).toBeDisabled()
    await user.clear(number)
    await user.type(number, '98{Enter}')
    await user.click(await screen.findByRole('button', { name: 'One more' }))
    expect(number).toHaveValue('99')
    expect(screen.getByRole('button', { name: 'One more' })).toBeDisabled()
    for (const typed of ['150', '0', 'two']) {
      await user.clear(number)
      await user.type(number, `${typed}{Enter}`)
      expect(number).toHaveValue(typed)
      expect(number).toHaveAccessibleDescription('Type a whole number from 1 to 99.')
      expect(ask).toBeDisabled()
    }
    await user.clear(number)
    await user.type(number, '2{Enter}')
    expect(number).not.toHaveAccessibleDescription()
    expect(ask).toBeEnabled()
  })

  it('shows the drawing after the pictures, if there is one', async () => {
    const { user } = visit('/shop/1')
    const thumbnail = await screen.findByRole('button', { name: 'Drawing with measurements: Wardrobe 1' })
    await user.click(thumbnail)
    expect(thumbnail).toHaveAttribute('aria-pressed', 'true')
    const shown = screen.getByRole('img', { name: 'Drawing with measurements: Wardrobe 1' })
    expect(shown).toHaveAttribute('src', '/images/products/t-1/dimensions.svg')
    fireEvent.error(thumbnail.querySelector('img') ?? thumbnail)
    expect(thumbnail).not.toBeInTheDocument()
    expect(screen.getByRole('img', { name: 'Wardrobe 1' })).toBeVisible()
  })

  it('shows its pictures side by side on narrow screens, the drawing last', async () => {
    const narrow = vi.spyOn(window, 'matchMedia')
    narrow.mockImplementation((query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList)
    const { user } = visit('/shop/1')
    const strip = await screen.findByRole('region', { name: 'Wardrobe 1: pictures' })
    const panes = within(strip).getAllByRole('group')
    expect(panes.map((pane) => pane.getAttribute('aria-label'))).toEqual(['1 / 3', '2 / 3', '3 / 3'])
    expect(within(strip).getByRole('img', { name: /^Drawing/ })).toBeInTheDocument()
    const scrollTo = vi.spyOn(strip, 'scrollTo')
    await user.click(await screen.findByRole('radio', { name: 'walnut' }))
    expect(scrollTo).toHaveBeenCalled()
    expect(screen.getByText('2 / 3')).toBeVisible()
    strip.focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('dialog')).toBeInTheDocument()
    narrow.mockRestore()
  })

  it('selects no picture that its strip only passes, until a finger holds it', async () => {
    const narrow = vi.spyOn(window, 'matchMedia')
    narrow.mockImplementation((query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList)
    const { user } = visit('/shop/1')
    const strip = await screen.findByRole('region', { name: 'Wardrobe 1: pictures' })
    await user.click(screen.getByRole('button', { name: /^Drawing/ }))
    expect(screen.getByText('3 / 3')).toBeVisible()
    const pauseAtSecond = async () => {
      strip.scrollLeft = 1
      fireEvent.scroll(strip)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    await pauseAtSecond()
    expect(screen.getByText('3 / 3')).toBeVisible()
    fireEvent.pointerDown(strip)
    await pauseAtSecond()
    expect(screen.getByText('2 / 3')).toBeVisible()
    narrow.mockRestore()
  })

  it.each([
    [1200, 800, true],
    [800, 800, false],
    [960, 1200, false],
  ])('frames a picture of %i by %i whole: %s', async (width, height, whole) => {
    serve({ id: 1, images: [{ imageUrl: '/images/products/x/5-768.webp', width, height, color: 'oak', placeholder: null }] })
    visit('/shop/1')
    const image = await screen.findByRole('img', { name: 'Wardrobe 1' })
    expect(image.closest('picture')?.classList.contains(gallery.whole ?? '')).toBe(whole)
  })

  it('asks for no drawing of a product whose pictures were uploaded', async () => {
    const [image] = product({ id: 1 }).images
    serve({ id: 1, images: image === undefined ? [] : [{ ...image, imageUrl: '/media/c0ffee-1024.webp' }] })
    visit('/shop/1')
    await screen.findByRole('img', { name: 'Wardrobe 1' })
    expect(document.querySelector('img[src$="dimensions.svg"]')).toBeNull()
  })

  it('shows the mark if a picture fails to load', async () => {
    visit('/shop/1')
    fireEvent.error(await screen.findByRole('img', { name: 'Wardrobe 1' }))
    expect(screen.getByRole('img', { name: 'Wardrobe 1' })).not.toHaveAttribute('src')
  })

  it('shows four related products', async () => {
    visit('/shop/1')
    const related = await screen.findAllByRole('article')
    expect(related.map((card) => within(card).getByRole('heading').textContent)).toEqual([
      'Wardrobe 2',
      'Wardrobe 3',
      'Wardrobe 4',
      'Wardrobe 5',
    ])
  })

  it('shows the related products that staff chose, in their order', async () => {
    const chosen = [products[11], products[2]]
    server.use(http.get('*/api/v1.0/products/1/related', () => HttpResponse.json({ success: true, message: null, data: chosen })))
    visit('/shop/1')
    const related = await screen.findAllByRole('article')
    expect(related.map((card) => within(card).getByRole('heading').textContent)).toEqual([products[11]?.nameEn, products[2]?.nameEn])
  })

  it.each([
    ['its own text in the language', { altEn: ' Doors open ', altAz: 'Qapılar açıq' }, 'Doors open'],
    ['the name without one, never a text of another language', { altAz: 'Qapılar açıq', altRu: 'Двери открыты', altEn: '' }, 'Wardrobe 1'],
  ])('describes a picture by %s', async (_, texts, name) => {
    const [image] = product({ id: 1 }).images
    serve({ id: 1, images: image === undefined ? [] : [{ ...image, ...texts, focusX: 20, focusY: 80 }] })
    const { user } = visit('/shop/1')
    const shown = await screen.findByRole('img', { name })
    expect(shown.style.objectPosition).toBe('20% 80%')
    await user.click(screen.getByRole('button', { name: 'Enlarge the picture' }))
    expect(await screen.findByRole('dialog', { name })).toBeVisible()
  })

  it('hides related products that do not load', async () => {
    server.use(http.get('*/api/v1.0/products/1/related', () => HttpResponse.json({}, { status: 500 })))
    visit('/shop/1')
    expect(await screen.findByRole('heading', { level: 1, name: 'Wardrobe 1' })).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('shows that a product is no longer sold', async () => {
    visit('/shop/999')
    expect(await screen.findByText('This product is no longer sold.')).toBeVisible()
  })

  it('shows an error if the product does not load', async () => {
    server.use(http.get('*/api/v1.0/products/1', () => HttpResponse.json({}, { status: 400 })))
    visit('/shop/1')
    expect(await screen.findByText("Sorry, we couldn't load the product details. Please try again later.")).toBeVisible()
  })

  it('prefers the discount of the user over that of the product', async () => {
    serve({ id: 1, price: 2000, discount: 15, userSpecificDiscount: 5 })
    visit('/shop/1')
    const title = await screen.findByRole('heading', { level: 1 })
    expect(title.parentElement).toHaveTextContent('1,900.00 AZNwas 2,000.00 AZNdiscount −5%')
  })

  it('opens WhatsApp with a question about the product in its colour', async () => {
    serve({ id: 1, shownIn: [store.id] })
    visit('/shop/1?color=walnut')
    const link = await screen.findByRole('link', { name: 'Ask on WhatsApp' })
    const url = new URL(link.getAttribute('href') ?? '')
    expect(url.pathname).toBe('/994501234567')
    expect(url.searchParams.get('text')).toBe(
      'Hello. I would like to ask about Wardrobe 1 (T-1), walnut, 150 × 60 × 210 cm. http://localhost:3000/en/shop/1?color=walnut',
    )
    expect(screen.getByText(/^See it in the showroom: Store in Baku, today 1[01]:00/)).toBeVisible()
  })

  it('leaves out of the question what the product lacks', async () => {
    serve({ id: 1, colors: [], externalMeasurement: '', externalMeasurementEn: '' })
    visit('/shop/1')
    const link = await screen.findByRole('link', { name: 'Ask on WhatsApp' })
    const text = new URL(link.getAttribute('href') ?? '').searchParams.get('text')
    expect(text).toBe('Hello. I would like to ask about Wardrobe 1 (T-1). http://localhost:3000/en/shop/1')
  })

  it('has neither WhatsApp nor showrooms if the stores do not load', async () => {
    serve({ id: 1, shownIn: [store.id] })
    server.use(http.get('*/api/v1.0/stores', () => HttpResponse.json({ success: false, data: null, message: 'no' }, { status: 400 })))
    visit('/shop/1')
    await screen.findByRole('heading', { name: 'From this category' })
    expect(screen.queryByRole('link', { name: 'Ask on WhatsApp' })).not.toBeInTheDocument()
    expect(screen.queryByText(/showroom/)).not.toBeInTheDocument()
  })

  it('says how a piece stands under a ceiling', async () => {
    serve({ id: 1, sizes: { fixed: false, own: { widthMm: 1500, depthMm: 600, heightMm: 2605 }, usual: null } })
    const { user } = visit('/shop/1')
    expect(await screen.findByRole('img', { name: '260.5 cm tall: under a ceiling of 270 cm, 9.5 cm stay free above.' })).toBeVisible()
    await user.click(screen.getByRole('radio', { name: '250 cm' }))
    expect(screen.getByRole('img', { name: 'Does not fit under 250 cm: 10.5 cm too tall.' })).toBeVisible()
  })

  it('says which colour the picture shows where there is none in the chosen one', async () => {
    serve({ id: 1, colors: ['oak', 'walnut', 'white'] })
    const { user } = visit('/shop/1?color=white')
    expect(await screen.findByText('There is no picture in this color yet, this one shows natural oak.')).toBeVisible()
    await user.click(screen.getByRole('radio', { name: 'walnut' }))
    expect(screen.queryByText(/no picture in this color/)).not.toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: 'white' }))
    expect(screen.getByText('There is no picture in this color yet, this one shows walnut.')).toBeVisible()
  })

  it('shows the own size of the selection in the room as a second choice', async () => {
    const measures = { widthMm: 1800, depthMm: 600, heightMm: 2605 }
    selectPiece({ ...standardPiece(1, 1), measuring: 'own', measures })
    selectPiece({ ...standardPiece(2, 1), measuring: 'own', measures: { ...measures, widthMm: 900 } })
    const { user } = visit('/shop/1')
    const own = await screen.findByRole('radio', { name: 'My size' })
    expect(screen.getByRole('radio', { name: 'Standard' })).toBeChecked()
    expect(screen.getByRole('img', { name: /^150.× 60.× 210.cm\. 210 cm tall: under a ceiling of 270 cm, 60 cm/ })).toBeVisible()
    await user.click(own)
    const says = screen.getByText(/^180.× 60.× 260\.5.cm\. 260\.5 cm tall: under a ceiling of 270 cm, 9\.5 cm/)
    expect(says).toHaveAttribute('role', 'status')
    await user.click(screen.getByRole('radio', { name: '250 cm' }))
    expect(says).toHaveTextContent('Does not fit under 250 cm: 10.5 cm too tall.')
    await user.click(screen.getByRole('radio', { name: 'Standard' }))
    expect(says).toHaveTextContent('210 cm tall: under a ceiling of 250 cm, 40 cm stay free above.')
  })

  it('shows the own size of a draft in the room until it is dropped', async () => {
    const { user } = visit('/shop/1')
    const ask = await screen.findByRole('button', { name: 'Ask for a quote' })
    await screen.findByRole('heading', { name: 'In your room' })
    await user.click(ask)
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask for a quote' }))
    await user.click(dialog.getByRole('radio', { name: 'My size' }))
    await user.clear(await dialog.findByLabelText('Height'))
    await user.type(dialog.getByLabelText('Height'), '280')
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await user.click(await screen.findByRole('radio', { name: 'My size' }))
    expect(screen.getByRole('img', { name: /Does not fit under 270 cm: 10 cm too tall\.$/ })).toBeVisible()
    await user.click(ask)
    const again = within(await screen.findByRole('dialog', { name: 'Ask for a quote' }))
    await user.click(again.getByRole('button', { name: 'Start over' }))
    await user.click(again.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('radio', { name: 'My size' })).not.toBeInTheDocument()
    expect(screen.getByRole('img', { name: '210 cm tall: under a ceiling of 270 cm, 60 cm stay free above.' })).toBeVisible()
  })

  it.each([
    ['joints', 20, {}],
    ['a wardrobe whose front is not known', 1, { front: null }],
  ])('shows no room for %s', async (_, id, given) => {
    serve({ id, categoryId: id === 1 ? 1 : 3, ...given })
    visit(`/shop/${String(id)}`)
    await screen.findByRole('heading', { name: 'From this category' })
    expect(screen.queryByRole('heading', { name: 'In your room' })).not.toBeInTheDocument()
  })

  it('shows four other products that were looked at, and forgets them', async () => {
    for (const id of [4, 1, 2, 3, 5, 6]) keepRecent(id)
    const asked: (string | null)[] = []
    server.use(
      http.get('*/api/v1.0/products', ({ request }) => {
        const ids = new URL(request.url).searchParams.get('ids')
        asked.push(ids)
        const data = ids?.split(',').flatMap((id) => products.find((one) => String(one.id) === id) ?? [])
        return HttpResponse.json({ success: true, message: null, data, totalRecords: 5, totalPages: 1 })
      }),
    )
    const { user } = visit('/shop/1')
    const heading = await screen.findByRole('heading', { name: 'Recently viewed' })
    expect(asked).toEqual(['6,5,3,2,4'])
    const section = heading.closest('section')
    if (section === null) throw new Error('no section')
    const names = within(section)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent)
    expect(names).toEqual(['Wardrobe 6', 'Wardrobe 5', 'Wardrobe 3', 'Wardrobe 2'])
    expect(recentProducts()[0]).toBe(1)
    await user.click(screen.getByRole('button', { name: 'Clear the list' }))
    expect(screen.queryByRole('heading', { name: 'Recently viewed' })).not.toBeInTheDocument()
    expect(recentProducts()).toEqual([])
  })
})
