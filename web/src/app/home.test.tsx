import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeAll, describe, expect, it } from 'vitest'
import { wish } from '@/testing/handlers/customer'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

// Loads the lazy modules before the tests, which measure no load time.
beforeAll(async () => {
  await import('@/features/home/HomePage')
  await import('@/features/home/HomeBelow')
})

const ok = (data: unknown) => HttpResponse.json({ success: true, message: null, data })

describe('home', () => {
  it('links the shop and shows eight products of the selected category', async () => {
    const { user } = visit('/')
    expect(await screen.findByRole('link', { name: 'Shop now' })).toHaveAttribute('href', '/shop')
    expect(screen.getByRole('link', { name: 'Learn more' })).toHaveAttribute('href', '/contact-us')
    expect(await screen.findAllByRole('article')).toHaveLength(8)
    await user.click(screen.getByRole('tab', { name: 'Furniture' }))
    await waitFor(() => expect(screen.getAllByRole('article')[0]).toHaveTextContent('Joint 18'))
  })

  it('shows an error if the products do not load, and retries', async () => {
    server.use(http.get('*/api/v1.0/products/category/1', () => HttpResponse.json({}, { status: 400 }), { once: true }))
    const { user } = visit('/')
    expect(await screen.findByText("Sorry, we couldn't load the products. Please try again later.")).toBeVisible()
    expect(screen.queryByRole('article')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findAllByRole('article')).toHaveLength(8)
  })

  it('moves between tabs with arrow keys', async () => {
    const { user } = visit('/')
    await user.click(await screen.findByRole('tab', { name: 'Wardrobes' }))
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: 'Kitchens' })).toHaveFocus()
    expect(screen.getByRole('tab', { name: 'Kitchens' })).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{Home}{ArrowLeft}')
    expect(screen.getByRole('tab', { name: 'Furniture' })).toHaveAttribute('aria-selected', 'true')
  })

  it('sends an anonymous visitor to the sign-in screen with a return URL', async () => {
    const { user } = visit('/az')
    await user.click(await screen.findByRole('button', { name: 'Səbətə əlavə edin: Şkaf 1' }))
    await waitFor(() => expect(window.location.pathname).toBe('/az/login'))
    expect(window.location.search).toBe('?returnUrl=%2Faz')
  })

  it('adds to the cart of a signed-in visitor', async () => {
    document.cookie = 'XSRF-TOKEN=token'
    const lines: unknown[] = []
    const tokens: (string | null)[] = []
    server.use(
      http.post('*/api/v1.0/Sessions/validate-session', () => ok(null)),
      http.get('*/api/v1.0/account/wishlist', () => ok([])),
      http.get('*/api/v1.0/carts/current', () => ok(null)),
      http.post('*/api/v1.0/carts/create', () => ok({ id: 'c', cartItems: [] })),
      http.post('*/api/v1.0/carts/add-item', async ({ request }) => {
        tokens.push(request.headers.get('X-XSRF-TOKEN'))
        lines.push(await request.json())
        return ok(null)
      }),
    )
    const { user } = visit('/')
    const button = await screen.findByRole('button', { name: 'Add to cart: Wardrobe 1' })
    await waitFor(() => expect(button).toBeEnabled())
    await user.click(button)
    expect(await screen.findByText('Added to the cart')).toBeVisible()
    expect(lines).toEqual([{ cartId: 'c', productId: 1, quantity: 1 }])
    expect(tokens).toEqual(['token'])
  })

  it('changes a heart after the response of the server', async () => {
    document.cookie = 'XSRF-TOKEN=token'
    let refuse = true
    server.use(
      http.post('*/api/v1.0/Sessions/validate-session', () => ok(null)),
      http.get('*/api/v1.0/account/wishlist', () => ok(refuse ? [] : [wish(1)])),
      http.get('*/api/v1.0/carts/current', () => ok(null)),
      http.post('*/api/v1.0/account/wishlist/1', () =>
        refuse ? HttpResponse.json({ success: false, data: null, message: 'no' }, { status: 500 }) : ok(null),
      ),
    )
    const { user } = visit('/')
    const heart = await screen.findByRole('button', { name: 'Add to wishlist: Wardrobe 1' })
    await user.click(heart)
    expect(await screen.findByText('The wishlist did not change. Please try again.')).toBeVisible()
    expect(heart).toHaveAttribute('aria-pressed', 'false')
    refuse = false
    await user.click(heart)
    await waitFor(() => expect(heart).toHaveAttribute('aria-pressed', 'true'))
    expect(localStorage.getItem('favorites')).toBe('[1]')
  })
})
