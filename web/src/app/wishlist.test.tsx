import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { customer, errorResponse, wish } from '@/testing/handlers/customer'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

const heart = (name: string) => screen.findByRole('button', { name: `Add to wishlist: ${name}` })

describe('hearts', () => {
  it('change after the response of the server', async () => {
    const { state, handlers } = customer({ wishes: [wish(2)] })
    server.use(...handlers)
    const { user } = visit('/shop')
    const button = await heart('Wardrobe 1')
    await waitFor(async () => expect(await heart('Wardrobe 2')).toHaveAttribute('aria-pressed', 'true'))
    await user.click(button)
    await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'true'))
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'))
    expect(JSON.parse(localStorage.getItem('favorites') ?? '')).toEqual(expect.arrayContaining([1, 2]))
    await user.click(button)
    await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'false'))
    expect(localStorage.getItem('favorites')).toBe('[2]')
    expect(state.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /account/wishlist/1', 'DELETE /account/wishlist/1'])
  })

  it('go to the sign-in screen without a session', async () => {
    const { user } = visit('/shop')
    await user.click(await heart('Wardrobe 1'))
    await waitFor(() => expect(window.location.pathname).toBe('/login'))
    expect(new URLSearchParams(window.location.search).get('returnUrl')).toBe('/shop')
  })

  it('show the ids of the local storage if the wishlist does not load', async () => {
    localStorage.setItem('favorites', '[2]')
    const { handlers } = customer()
    server.use(
      http.get('*/api/v1.0/account/wishlist', () => errorResponse(400)),
      ...handlers,
    )
    visit('/shop')
    expect(await heart('Wardrobe 2')).toHaveAttribute('aria-pressed', 'true')
    expect(await heart('Wardrobe 1')).toHaveAttribute('aria-pressed', 'false')
  })
})
