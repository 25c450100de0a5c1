import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import vectors from '../../../services/rules/data/vectors.json'
import { useDesigner } from '@/features/design/store'
import { useNiche } from '@/stores/niche'
import { ok } from '@/testing/handlers/customer'
import { products } from '@/testing/products'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

const code = 'EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja'
const submit = '*/api/v1.0/ProductInquiries/submit'

/** Tells the size of a stage at once. */
class Measured implements ResizeObserver {
  readonly unobserve = vi.fn()
  readonly disconnect = vi.fn()
  constructor(private readonly notify: ResizeObserverCallback) {}
  observe(target: Element): void {
    this.notify([{ target, contentRect: { width: 800, height: 600 } } as unknown as ResizeObserverEntry], this)
  }
}

beforeEach(() => {
  useDesigner.setState(useDesigner.getInitialState(), true)
  vi.stubGlobal('ResizeObserver', Measured)
  server.use(http.get('*/api/v1.0/designs/rates', () => ok(vectors.rates)))
})

const store = () => localStorage.setItem('designs', JSON.stringify({ v: 1, items: [{ c: code, t: 1 }] }))
const stepAt = (step: string) => {
  store()
  return visit(`/en/design?step=${step}#${code}`)
}

async function fillIn(user: UserEvent): Promise<void> {
  for (const [label, value] of [
    ['First name', 'Leyla'],
    ['Last name', 'Nümunə'],
    ['Phone', '050 123 45 67'],
    ['E-mail', 'leyla@example.com'],
  ] as const) {
    await user.click(await screen.findByLabelText(label))
    await user.paste(value)
  }
}

describe('the designer', () => {
  it('fits the examples to the typed wall and begins with one', async () => {
    const { user } = visit('/en/design')
    await user.type(await screen.findByLabelText('Width'), '180')
    expect(await screen.findAllByText(/At your wall 174 × 61 × 258 cm/)).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Start from this: With lattice doors, oak' }))
    expect(await screen.findByLabelText('Wall width')).toHaveValue('180')
    expect(window.location.hash).not.toBe('')
  })

  it.each([
    ['the address', '/en/design?width=1800&height=2620', null, '180', '262'],
    ['the address rather than the niche', '/en/design?width=1800', { widthMm: 2430, heightMm: 2620 }, '180', ''],
    ['the niche', '/en/design', { widthMm: 2430, heightMm: null }, '243', ''],
    ['nothing where the address is wrong', '/en/design?width=5&height=x', null, '', ''],
  ])('begins at the wall of %s', async (_, path, niche, width, height) => {
    useNiche.setState({ niche })
    visit(path)
    expect(await screen.findByLabelText('Width')).toHaveValue(width)
    expect(screen.getByLabelText('Height')).toHaveValue(height)
  })

  it.each([
    ['begins with the design of a product', code, 'Wall width', '243'],
    ['begins at the start where a product has no design', null, 'Width', ''],
    ['begins at the start where the code of a product is broken', code.slice(1), 'Width', ''],
  ])('%s', async (_, designCode, label, width) => {
    server.use(http.get('*/api/v1.0/products/1', () => ok({ ...products[0], designCode })))
    visit('/en/design?from=1')
    expect(await screen.findByLabelText(label)).toHaveValue(width)
  })

  it('says why a depth cannot be built, and takes the way out', async () => {
    const { user } = stepAt('size')
    const depth = await screen.findByLabelText('Depth')
    await user.clear(depth)
    await user.type(depth, '48')
    expect(await screen.findByText('No price at this size')).toBeVisible()
    expect(depth).toHaveValue('48')
    const [way] = screen.getAllByRole('button', { name: 'Make it 54.7 cm deep' })
    if (way === undefined) throw new Error('no way out')
    await user.click(way)
    expect(screen.getByLabelText('Depth')).toHaveValue('54.7')
    expect(screen.queryByText('No price at this size')).toBeNull()
  })

  it('changes the inside of the bay that is chosen in the drawing', async () => {
    const { user } = stepAt('inside')
    const bay = await screen.findByRole('button', { name: /^Bay 2, 57.4\scm: 2 drawers, 4 shelves/ })
    bay.focus()
    await user.keyboard('{Enter}')
    await user.click(screen.getByRole('button', { name: 'Shelves: fewer' }))
    expect(screen.getByRole('button', { name: /^Bay 2, 57.4\scm: 2 drawers, 3 shelves/ })).toHaveAttribute('aria-pressed', 'true')
    await user.keyboard('{Control>}z{/Control}')
    expect(screen.getByRole('button', { name: /^Bay 2, 57.4\scm: 2 drawers, 4 shelves/ })).toBeVisible()
  })

  it('shows the design of a link read only, and opens a copy', async () => {
    const { user } = visit(`/en/design?step=summary#${code}`)
    expect(await screen.findByRole('heading', { name: 'Wardrobe' })).toBeVisible()
    expect(await screen.findByText('between 2,680 and 3,150 manat')).toBeInTheDocument()
    expect(localStorage.getItem('designs')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Change my copy' }))
    expect(await screen.findByLabelText('Wall width')).toHaveValue('243')
  })

  it('says that a link is not complete', async () => {
    visit(`/en/design?step=summary#${code.slice(0, -1)}`)
    expect(await screen.findByText('The link is not complete.')).toBeVisible()
  })

  it('goes on without rates', async () => {
    server.use(http.get('*/api/v1.0/designs/rates', () => HttpResponse.json({ success: false, message: '', errors: {} }, { status: 404 })))
    stepAt('size')
    expect(await screen.findByText('The price did not load')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
  })

  it('sends the design again with the new band once prices were renewed', async () => {
    const bodies: unknown[] = []
    server.use(
      http.post(submit, async ({ request }) => {
        bodies.push(await request.json())
        if (bodies.length > 1) return ok({ number: 'SQ-5H2C8RVD', promisedAt: null, whatsapp: null })
        const data = { items: [{ index: 0, low: 2740, high: 3210, prices: 2 }] }
        const errors = { 'items[0].design': 'DESIGN.PRICE_CHANGED' }
        return HttpResponse.json({ success: false, message: '', errors, data }, { status: 409 })
      }),
    )
    const { user } = stepAt('summary')
    await screen.findByText('between 2,680 and 3,150 manat')
    await fillIn(user)
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText(/2,680–3,150.AZN before, 2,740–3,210.AZN now/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Send with the new range' }))
    const alert = await screen.findByRole('alertdialog')
    expect(within(alert).getByText(/SQ-5H2C8RVD/)).toBeVisible()
    const designs = bodies.map((body) => (body as { items: { design: unknown }[] }).items[0]?.design)
    expect(designs).toEqual([
      { code, low: 2680, high: 3150 },
      { code, low: 2740, high: 3210 },
    ])
  })
})

describe('the design of a quote', () => {
  const piece = `quote=SQ-5H2C8RVD&item=2&from=${code}`

  it('has its exact price, what a change costs, and the way back to the quote, and is not stored', async () => {
    const { user } = visit(`/en/design?step=inside&${piece}#${code}`)
    const foot = (await screen.findByText('SQ-5H2C8RVD')).parentElement ?? document.body
    expect(await within(foot).findByText('₼2,914.00')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Shelves: more' }))
    expect(await within(foot).findByText(/^SQ-5H2C8RVD, \+₼[\d.]+ to the quote’s design$/)).toBeVisible()
    expect(within(foot).queryByText('₼2,914.00')).toBeNull()
    await user.click(screen.getByRole('link', { name: /Summary/ }))
    expect(window.location.search).toBe(`?step=summary&${piece}`)
    const back = await screen.findByRole('link', { name: 'To the quote SQ-5H2C8RVD' })
    const [path, changed] = (back.getAttribute('href') ?? '').split('#')
    expect(path).toBe(`/desk/quotes/SQ-5H2C8RVD/design/2?from=${code}`)
    expect(changed).not.toBe(code)
    // Neither the request of a shopper nor their store.
    expect(screen.queryByLabelText('First name')).toBeNull()
    expect(localStorage.getItem('designs')).toBeNull()
  })

  it('has the range if the quote has another price book, and no way back if it cannot be built', async () => {
    server.use(http.get('*/api/v1.0/designs/rates', () => ok({ ...vectors.rates, version: 2 })))
    const { user } = visit(`/en/design?step=size&${piece}#${code}`)
    expect(await screen.findByText('SQ-5H2C8RVD, priced by an earlier price book')).toBeVisible()
    const height = await screen.findByLabelText('Height')
    await user.clear(height)
    await user.type(height, '390')
    expect(await screen.findByText('No price at this size')).toBeVisible()
    // No wish is sent from here.
    expect(screen.queryByRole('link', { name: /write/i })).toBeNull()
    await user.click(screen.getByRole('link', { name: /Summary/ }))
    await screen.findByRole('alert')
    expect(screen.queryByRole('link', { name: 'To the quote SQ-5H2C8RVD' })).toBeNull()
  })
})
