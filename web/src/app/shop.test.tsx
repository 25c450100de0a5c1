import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { products } from '@/testing/products'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

const failed = () => HttpResponse.json({ success: false, data: null, message: 'no' }, { status: 400 })
const cards = () => screen.findAllByRole('article')

describe('shop page', () => {
  it('shows the first ten products with counts and prices', async () => {
    visit('/shop')
    expect(await cards()).toHaveLength(10)
    expect(screen.getByText('Showing 1-10 of 24 results')).toBeVisible()
    const [first] = screen.getAllByRole('article')
    if (first === undefined) throw new Error('no card')
    expect(first).toHaveTextContent('1,061.65 AZN')
    expect(first).toHaveTextContent('was 1,249.00 AZN')
    expect(first).toHaveTextContent('−15%')
    expect(within(first).getByRole('link', { name: 'Wardrobe 1' })).toHaveAttribute('href', '/shop/1')
    expect(await screen.findByRole('link', { name: 'Wardrobes 9' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Kitchens 8' })).toBeVisible()
  })

  it('selects a category on page 1, and deselects it with the same link', async () => {
    const { user } = visit('/shop?page=2')
    await screen.findByText('Showing 11-20 of 24 results')
    await user.click(screen.getByRole('link', { name: /^Kitchens \d/ }))
    await screen.findByText('Showing 1-8 of 8 results')
    expect(window.location.search).toBe('?category=2')
    await user.click(screen.getByRole('link', { name: /^Kitchens \d/, current: true }))
    await screen.findByText('Showing 1-10 of 24 results')
    expect(window.location.search).toBe('')
  })

  it('ignores unknown categories', async () => {
    visit('/shop?category=9')
    expect(await screen.findByText('Showing 1-10 of 24 results')).toBeVisible()
  })

  it('paginates up to the last page', async () => {
    const { user } = visit('/shop')
    await cards()
    await user.click(screen.getByRole('link', { name: 'Page 3' }))
    await screen.findByText('Showing 21-24 of 24 results')
    expect(window.location.search).toBe('?page=3')
    expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled()
  })

  it('says that a page beyond the last does not exist, and leads to the first', async () => {
    const { user } = visit('/shop?sort=price_high&page=4')
    expect(await screen.findByText('The list has no such page.')).toBeVisible()
    expect(document.title).toContain('Oops! The Page Not Found.')
    await user.click(screen.getByRole('link', { name: 'To the first page' }))
    expect(await screen.findByText('Showing 1-10 of 24 results')).toBeVisible()
    expect(window.location.search).toBe('?sort=price_high')
    expect(document.title).toContain('Shop')
  })

  it('sorts, and keeps the order in the URL', async () => {
    const { user } = visit('/shop')
    await cards()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'price: high to low')
    await waitFor(() => expect(screen.getAllByRole('article')[0]).toHaveTextContent('Joint 24'))
    expect(window.location.search).toBe('?sort=price_high')
  })

  it('rejects a minimum price above the maximum', async () => {
    const { user } = visit('/shop')
    await cards()
    const [from] = await screen.findAllByRole('textbox', { name: 'from' })
    const [to] = screen.getAllByRole('textbox', { name: 'to' })
    if (from === undefined || to === undefined) throw new Error('no price')
    await user.type(from, '500')
    await user.type(to, '100{Enter}')
    expect(screen.getByText('The first price cannot be above the second.')).toBeVisible()
    expect(window.location.search).toBe('')
  })

  it('offers another size in the category of the list, and none for joints', async () => {
    const { user } = visit('/shop?category=1')
    await cards()
    const ask = () => screen.queryByRole('link', { name: /^Send measurements/ })
    expect(ask()).toHaveAttribute('href', '/quote?size=own&category=1')
    expect(within(screen.getByRole('main')).getByRole('link', { name: /^Design your wardrobe/ })).toHaveAttribute('href', '/design')
    await user.click(within(screen.getByRole('complementary', { name: 'Filters' })).getByRole('link', { name: /^Furniture/ }))
    await waitFor(() => expect(screen.getAllByRole('article')[0]).toHaveTextContent('Joint'))
    expect(ask()).not.toBeInTheDocument()
  })

  it('changes the columns', async () => {
    const { user } = visit('/shop')
    await cards()
    expect(screen.getByRole('button', { name: '3 columns' })).toHaveAttribute('aria-pressed', 'true')
    await user.click(screen.getByRole('button', { name: '4 columns' }))
    expect(screen.getByRole('button', { name: '4 columns' })).toHaveAttribute('aria-pressed', 'true')
    expect(window.location.search).toBe('?view=grid-4')
  })

  it('shows an error instead of the list, and retries', async () => {
    let broken = true
    server.use(http.get('*/api/v1.0/products', () => (broken ? failed() : undefined)))
    const { user } = visit('/shop')
    expect(await screen.findByText("Sorry, we couldn't load the products. Please try again later.")).toBeVisible()
    expect(screen.queryByRole('button', { name: /Wardrobes/ })).not.toBeInTheDocument()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await cards()).toHaveLength(10)
  })

  it('counts each category by itself if the list has no facets, and shows 0 if a count does not load', async () => {
    server.use(
      http.get('*/api/v1.0/products', ({ request }) => {
        if (!new URL(request.url).searchParams.has('facets')) return undefined
        return HttpResponse.json({ success: true, message: null, data: products.slice(0, 10), totalRecords: 24, totalPages: 3 })
      }),
      http.get('*/api/v1.0/products/category/2/count', failed),
    )
    visit('/shop')
    expect(await screen.findByRole('link', { name: 'Wardrobes 9' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Kitchens 0' })).toBeVisible()
    expect(screen.getByRole('checkbox', { name: 'natural oak' })).toBeVisible()
    const [from] = screen.getAllByRole('textbox', { name: 'from' })
    await waitFor(() => expect(from).toHaveAttribute('placeholder', '200'))
  })

  it('shows the empty state if nothing matches', async () => {
    server.use(
      http.get('*/api/v1.0/products', () => HttpResponse.json({ success: true, message: null, data: [], totalRecords: 0, totalPages: 0 })),
    )
    visit('/shop?minPrice=9000')
    expect(await screen.findByText('No products match this choice.')).toBeVisible()
  })
})
