import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Product } from '@/lib/api/types'
import { keepNiche, keepNicheWidth, useNiche } from '@/stores/niche'
import { product } from '@/testing/products'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { showLaterView } from './later-view'

const usual = { widthMm: [400, 4000], depthMm: [300, 800], heightMm: [800, 3000] }

function wardrobe(id: number, widthMm: number, heightMm = 2100): Product {
  const text = `${String(widthMm / 10)} × 60 × ${String(heightMm / 10)} cm`
  return product({ id, externalMeasurement: text, externalMeasurementEn: text })
}

/** Products of a list have no sizes; single ones and those asked for by their ids have. */
const sized = (listed: Product): Product => {
  const [width = 0, depth = 0, height = 0] = (listed.externalMeasurement.match(/\d+/g) ?? []).map((text) => Number(text) * 10)
  return { ...listed, sizes: { fixed: listed.id === 4, own: { widthMm: width, depthMm: depth, heightMm: height }, usual } }
}

const sold = [wardrobe(1, 2400), wardrobe(2, 2500), wardrobe(3, 900), wardrobe(4, 3000)]
const kept = () => localStorage.getItem('niche')

/** The addresses of all calls. */
let calls: URL[]

function serve(): void {
  calls = []
  server.use(
    http.get('*/api/v1.0/products', ({ request }) => {
      const url = new URL(request.url)
      calls.push(url)
      const ids = url.searchParams.get('ids')?.split(',')
      const data = ids === undefined ? sold : sold.filter(({ id }) => ids.includes(String(id))).map(sized)
      return HttpResponse.json({ success: true, message: null, data, totalRecords: data.length, totalPages: 1 })
    }),
    http.get('*/api/v1.0/products/:id', ({ params }) => {
      const found = sold.find(({ id }) => String(id) === params.id)
      return HttpResponse.json({ success: true, message: null, data: found && sized(found) })
    }),
  )
}

const card = async (name: string) => {
  const link = await screen.findByRole('link', { name })
  const article = link.closest('article')
  if (article === null) throw new Error('no card')
  return within(article)
}

async function typeNiche(user: ReturnType<typeof visit>['user'], width: string, height: string): Promise<void> {
  const dialog = within(await screen.findByRole('dialog', { name: 'The size of your niche' }))
  await user.type(dialog.getByLabelText('Width'), width)
  if (height !== '') await user.type(dialog.getByLabelText('Height (optional)'), height)
  await user.click(dialog.getByRole('button', { name: 'Remember it' }))
}

describe('the niche', () => {
  beforeEach(() => {
    serve()
    showLaterView()
  })

  it('is typed once, and all cards say whether and how they fit', async () => {
    const { user } = visit('/shop')
    const open = await screen.findByRole('button', { name: 'Have a niche? Type its size' })
    await user.click(open)
    await typeNiche(user, '243', '262')
    expect(await (await card('Wardrobe 1')).findByText('Fits, 3 cm left')).toBeVisible()
    expect((await card('Wardrobe 2')).getByText('We make it to 243 × 262 cm')).toBeVisible()
    expect((await card('Wardrobe 3')).getByText('Fits, 153 cm left')).toBeVisible()
    expect((await card('Wardrobe 4')).getByText('57 cm too wide')).toBeVisible()
    expect(await screen.findByText('Fitting here: 2')).toBeVisible()
    expect(kept()).toBe('{"v":1,"w":2430,"h":2620}')
    // The button that has opened the dialog is the chip now.
    expect(screen.getByRole('button', { name: 'Niche 243\u00a0×\u00a0262\u00a0cm' })).toBe(open)
  })

  it('is sent to nobody: the sizes of the shown products come in one call', async () => {
    keepNiche({ widthMm: 2430, heightMm: 2620 })
    visit('/shop')
    await screen.findByText('Fitting here: 2')
    const byIds = calls.filter(({ searchParams }) => searchParams.has('ids'))
    expect(byIds.map(({ search }) => search)).toEqual(['?ids=1%2C2%2C3%2C4&page=1&limit=4'])
    expect(calls.filter(({ search }) => /24[23]|262/.test(search))).toEqual([])
  })

  it('is cleared by one press, which leaves the focus where it can be typed again', async () => {
    keepNiche({ widthMm: 2430, heightMm: null })
    const { user } = visit('/shop')
    expect(await (await card('Wardrobe 1')).findByText('Fits, 3 cm left')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear the niche' }))
    expect(screen.queryByText('Fits, 3 cm left')).not.toBeInTheDocument()
    expect(kept()).toBeNull()
    expect(screen.getByRole('button', { name: 'Have a niche? Type its size' })).toHaveFocus()
  })

  it('filters the list only if the visitor asks for it', async () => {
    keepNiche({ widthMm: 2430, heightMm: null })
    const { user } = visit('/shop?category=1')
    await user.click(await screen.findByRole('button', { name: 'Only what fits' }))
    await waitFor(() => expect(window.location.search).toBe('?category=1&minWidth=213&maxWidth=243'))
    expect(await screen.findByRole('link', { name: 'Remove filter: Niche 243 cm wide' })).toBeVisible()
  })

  it('names the field that is wrong, and keeps nothing', async () => {
    const { user } = visit('/shop')
    await user.click(await screen.findByRole('button', { name: 'Have a niche? Type its size' }))
    await typeNiche(user, '243', '1')
    const height = screen.getByLabelText('Height (optional)')
    expect(height).toHaveFocus()
    expect(height).toHaveAccessibleDescription('Enter between 10 and 1000 cm.')
    expect(kept()).toBeNull()
  })

  it('follows another tab', async () => {
    visit('/shop')
    await screen.findByRole('button', { name: 'Have a niche? Type its size' })
    localStorage.setItem('niche', '{"v":1,"w":2430}')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'niche' })))
    expect(await screen.findByRole('button', { name: 'Niche 243\u00a0cm' })).toBeVisible()
    expect(await (await card('Wardrobe 2')).findByText('We make it to 243 cm')).toBeVisible()
  })

  it('keeps the height while the width changes, and ignores a width that no niche has', () => {
    keepNiche({ widthMm: 2435, heightMm: 2620 })
    keepNicheWidth(243)
    expect(useNiche.getState().niche).toEqual({ widthMm: 2435, heightMm: 2620 })
    keepNicheWidth(5)
    keepNicheWidth(180)
    expect(useNiche.getState().niche).toEqual({ widthMm: 1800, heightMm: 2620 })
  })
})

describe('the niche beside a product', () => {
  beforeEach(() => {
    serve()
    showLaterView()
  })

  it('is asked for, drawn in the room, and leads to the quote in its size', async () => {
    const { user } = visit('/shop/2')
    await user.click(await screen.findByRole('button', { name: 'Does it fit your niche? Type its size' }))
    await typeNiche(user, '243', '262')
    expect(await screen.findByText('We make it to 243 × 262 cm')).toBeVisible()
    expect(await screen.findByRole('radio', { name: 'In my niche' })).toBeChecked()
    expect(screen.getByText(/^237 × 60 × 258 cm\. 258 cm tall/)).toBeVisible()
    await user.click(screen.getByRole('radio', { name: 'Standard' }))
    expect(screen.getByText(/^250 × 60 × 210 cm\./)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Ask for this niche' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask for a quote' }))
    expect(dialog.getByRole('radio', { name: 'My size' })).toBeChecked()
    expect(dialog.getByLabelText('Width')).toHaveValue('243')
    expect(dialog.getByLabelText('Height')).toHaveValue('262')
  })

  it('says by how much a piece of one size is too wide, and offers no other', async () => {
    keepNiche({ widthMm: 2430, heightMm: null })
    visit('/shop/4')
    expect(await screen.findByText('57 cm too wide')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Ask for this niche' })).not.toBeInTheDocument()
    expect(screen.queryByRole('radio', { name: 'In my niche' })).not.toBeInTheDocument()
  })
})
