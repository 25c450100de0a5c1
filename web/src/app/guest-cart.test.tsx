import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
// The buttons to add a product. Their code would load within the time of the first test.
import '@/features/home/HomeBelow'
import '@/features/home/HomePage'
import { settings } from '@/lib/settings'
import { useSelection } from '@/stores/selection'
import { cartItem, customer, errorResponse, type CustomerState } from '@/testing/handlers/customer'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

interface StoredLine {
  p: number
  q: number
  k: string
  n?: string
  t?: number
  s?: number
  c?: number
}

const storedLines = (): StoredLine[] => {
  const text = localStorage.getItem('guestCart')
  return text === null ? [] : (JSON.parse(text) as { lines: StoredLine[] }).lines
}

function store(...lines: StoredLine[]): void {
  localStorage.setItem('guestCart', JSON.stringify({ v: 1, lines: lines.map((line) => ({ t: Date.now(), ...line })) }))
}

const additions = ({ calls }: CustomerState) =>
  calls
    .filter(({ path }) => path === '/carts/add-item')
    .map(({ body, headers }) => {
      const { productId, quantity } = body as { productId: number; quantity: number }
      return [productId, quantity, headers.get('Idempotency-Key')]
    })

const inCart = ({ cart }: CustomerState) => cart.map(({ productId, quantity }) => [productId, quantity])

async function signIn(user: UserEvent, button = 'Sign in'): Promise<void> {
  const main = screen.getByRole('main')
  await user.type(await within(main).findByLabelText('E-mail'), 'leyla@example.com')
  await user.type(within(main).getByLabelText('Password'), 'my password')
  await user.click(within(main).getByRole('button', { name: button }))
}

const press = async (user: UserEvent, name = 'Wardrobe 1') => user.click(await screen.findByLabelText(`Add to cart: ${name}`))

describe('without a guest cart', () => {
  it('adds the pressed product after signing in', async () => {
    const { state, handlers } = customer({ signedIn: false })
    server.use(...handlers)
    const { user } = visit('/')
    await press(user)
    await waitFor(() => expect(window.location.pathname).toBe('/login'))
    const [line] = storedLines()
    expect(line).toMatchObject({ p: 1, q: 1 })
    expect(screen.getByRole('button', { name: 'Cart' })).toBeVisible()
    expect(await screen.findByText('Kept for you: Wardrobe 1. It goes into your cart once you sign in.')).toBeVisible()
    await signIn(user)
    expect(await screen.findByText('Added to the cart')).toBeVisible()
    expect(additions(state)).toEqual([[1, 1, line?.k]])
    expect(await screen.findByRole('button', { name: 'Cart, 1 item' })).toBeVisible()
    expect(storedLines()).toEqual([])
  })

  it('counts a second press for the same product after turning back once', async () => {
    const { state, handlers } = customer({ signedIn: false })
    server.use(...handlers)
    const { user } = visit('/')
    await press(user)
    await waitFor(() => expect(window.location.pathname).toBe('/login'))
    window.history.back()
    await press(user)
    await waitFor(() => expect(window.location.pathname).toBe('/login'))
    await signIn(user)
    expect(await screen.findByText('Added to the cart')).toBeVisible()
    expect(inCart(state)).toEqual([[1, 1]])
  })

  it('forgets a press after a day', async () => {
    store({ p: 1, q: 1, k: 'old', t: Date.now() - 25 * 3_600_000 })
    const { state, handlers } = customer({ cart: [cartItem(10, 1)] })
    server.use(...handlers)
    visit('/')
    await screen.findByRole('button', { name: 'Cart, 1 item' })
    expect(additions(state)).toEqual([])
  })
})

describe('a press of a signed-in customer', () => {
  it('is sent again with its key if the page was left before the answer', async () => {
    store({ p: 1, q: 1, k: 'left', s: Date.now() })
    const { state, handlers } = customer()
    server.use(...handlers)
    visit('/shop')
    expect(await screen.findByText('Added to the cart')).toBeVisible()
    expect(additions(state)).toEqual([[1, 1, 'left']])
    expect(storedLines()).toEqual([])
  })

  it('is kept until it is answered, and no longer', async () => {
    const { state, handlers } = customer()
    let stored: StoredLine[] = []
    server.use(
      http.post('*/api/v1.0/carts/add-item', () => {
        stored = storedLines()
      }),
      ...handlers,
    )
    const { user } = visit('/')
    await screen.findByRole('button', { name: 'Cart' })
    await press(user)
    expect(await screen.findByText('Added to the cart')).toBeVisible()
    expect(stored).toMatchObject([{ p: 1, q: 1 }])
    expect(additions(state)).toEqual([[1, 1, stored[0]?.k]])
    expect(storedLines()).toEqual([])
  })

  it('is dropped if the server refuses it', async () => {
    const { handlers } = customer()
    server.use(
      http.post('*/api/v1.0/carts/add-item', () => errorResponse(409, 'Only 1 piece is in stock.')),
      ...handlers,
    )
    const { user } = visit('/')
    await press(user)
    expect(await screen.findByText('Only 1 piece is in stock.')).toBeVisible()
    expect(storedLines()).toEqual([])
  })
})

describe('the guest cart', () => {
  beforeEach(() => {
    settings.guestCart = true
  })

  it('holds what a visitor adds, with the prices of now', async () => {
    const { user } = visit('/')
    await press(user)
    expect(await screen.findByText('Added to the cart')).toBeVisible()
    await press(user)
    await user.click(await screen.findByRole('button', { name: 'Cart, 2 items' }))
    const drawer = await screen.findByRole('dialog', { name: 'Cart' })
    expect(await within(drawer).findByRole('link', { name: 'Wardrobe 1' })).toBeVisible()
    expect(drawer).toHaveTextContent('Subtotal₼2,123.30')
    expect(storedLines()).toMatchObject([{ p: 1, q: 2 }])
  })

  it('changes and removes lines', async () => {
    store({ p: 1, q: 1, k: 'a' }, { p: 10, q: 3, k: 'b' })
    const { user } = visit('/cart')
    await user.click((await screen.findAllByRole('button', { name: 'One more' }))[0] ?? document.body)
    await waitFor(() => expect(storedLines()).toMatchObject([{ p: 1, q: 2, k: 'a' }, { p: 10 }]))
    await user.click(screen.getByRole('button', { name: 'Remove from the cart: Kitchen 10' }))
    expect(storedLines()).toMatchObject([{ p: 1, q: 2, k: 'a' }])
    expect(await screen.findByRole('button', { name: 'Cart, 2 items' })).toBeVisible()
  })

  it('says once that a price has changed', async () => {
    store({ p: 1, q: 2, k: 'a', c: 90_000 })
    const { user } = visit('/cart')
    expect(await screen.findByText('The price has changed, it was')).toHaveTextContent('₼900.00')
    expect(screen.getByRole('complementary')).toHaveTextContent('Subtotal₼2,123.30')
    expect(storedLines()).toMatchObject([{ p: 1, c: 106_165 }])
    await user.click(await screen.findByRole('button', { name: 'One more' }))
    expect(storedLines()).toMatchObject([{ q: 3, c: 106_165 }])
  })

  it('names a product that is no longer sold, and leaves it out of the total', async () => {
    store({ p: 10, q: 1, k: 'a' }, { p: 4711, q: 2, k: 'b', n: 'Old wardrobe' })
    visit('/cart')
    expect(await screen.findByText('No longer sold')).toBeVisible()
    expect(screen.getByText('Old wardrobe')).toBeVisible()
    expect(screen.getByRole('complementary')).toHaveTextContent('₼1,000.00')
  })

  it('ignores another version and malformed lines', async () => {
    localStorage.setItem('guestCart', JSON.stringify({ v: 2, lines: [{ p: 1, q: 1, k: 'a' }] }))
    visit('/cart')
    expect(await screen.findByText('Your cart is empty. Start in the shop.')).toBeVisible()
    localStorage.setItem('guestCart', JSON.stringify({ v: 1, lines: [{ p: 1, q: 100, k: 'a' }, null, { p: 10, q: 1, k: 'b' }] }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'guestCart' }))
    expect(await screen.findByRole('button', { name: 'Cart, 1 item' })).toBeVisible()
  })

  it('moves a line to the selection, and back on undo', async () => {
    store({ p: 1, q: 2, k: 'a' })
    const { user } = visit('/cart')
    const move = await screen.findByRole('button', { name: 'Move to my selection: Wardrobe 1' })
    await waitFor(() => expect(move).toBeEnabled())
    await user.click(move)
    expect(await screen.findByText('Moved from the cart to your selection: Wardrobe 1')).toBeVisible()
    expect(storedLines()).toEqual([])
    expect(useSelection.getState().pieces).toMatchObject([{ productId: 1, quantity: 2, measuring: 'standard' }])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(useSelection.getState().pieces).toEqual([]))
    expect(storedLines()).toMatchObject([{ p: 1, q: 2 }])
  })

  it('joins the customer’s cart at the checkout, in order and with its keys', async () => {
    store({ p: 10, q: 1, k: 'a' }, { p: 1, q: 2, k: 'b' })
    const { state, handlers } = customer({ signedIn: false, cart: [cartItem(1, 1)] })
    server.use(...handlers)
    const { user } = visit('/checkout')
    expect(await screen.findByRole('heading', { name: 'Sign in to place the order' })).toBeVisible()
    expect(screen.getByText('The 3 items in your cart stay with you. After signing in you go on here.')).toBeVisible()
    await signIn(user, 'Sign in and go on')
    expect(await screen.findByText('Your carts are joined: 4 items')).toBeVisible()
    expect(additions(state)).toEqual([
      [10, 1, 'a'],
      [1, 2, 'b'],
    ])
    expect(inCart(state)).toEqual([
      [1, 3],
      [10, 1],
    ])
    expect(storedLines()).toEqual([])
    expect(await screen.findByRole('button', { name: 'Complete the order' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  it('is joined after registering at the checkout', async () => {
    store({ p: 10, q: 1, k: 'a' })
    const { state, handlers } = customer({ signedIn: false })
    server.use(
      http.post('*/api/v1.0/Auth/register', () => Response.json({ success: true, message: null, data: null })),
      ...handlers,
    )
    const { user } = visit('/checkout')
    await user.click(await screen.findByRole('tab', { name: 'I want an account' }))
    for (const [label, value] of [
      ['First name', 'Leyla'],
      ['Last name', 'Nümunə'],
      ['E-mail', 'leyla@example.com'],
      ['Password', 'a long new password'],
    ] as const) {
      await user.type(await within(screen.getByRole('main')).findByLabelText(label), value)
    }
    await user.click(screen.getByRole('button', { name: 'Create an account and go on' }))
    expect(await screen.findByText('Your carts are joined: 1 item')).toBeVisible()
    expect(inCart(state)).toEqual([[10, 1]])
  })

  it('adds as many pieces as there are, and says which product is missing', async () => {
    store({ p: 1, q: 9, k: 'a', n: 'Wardrobe 1' }, { p: 4711, q: 1, k: 'b', n: 'Old wardrobe' }, { p: 10, q: 60, k: 'c' })
    const { state, handlers } = customer({ cart: [cartItem(1, 2), cartItem(10, 50)] })
    server.use(
      http.post('*/api/v1.0/carts/add-item', async ({ request }) => {
        const { productId, quantity } = (await request.clone().json()) as { productId: number; quantity: number }
        if (productId === 4711) return errorResponse(404, 'There is no such product.')
        return productId === 1 && quantity > 4 ? errorResponse(409, 'Only 6 pieces are in stock.') : undefined
      }),
      ...handlers,
    )
    visit('/cart')
    const message = await screen.findByText(/Your carts are joined: 105 items/)
    expect(message).toHaveTextContent('Wardrobe 1: 6 in stock, so that many are in your cart.')
    expect(message).toHaveTextContent('Old wardrobe: no longer sold, so we took it out of your cart.')
    expect(inCart(state)).toEqual([
      [1, 6],
      [10, 99],
    ])
    expect(storedLines()).toEqual([])
  })

  it('keeps the lines that a broken merge did not reach, and adds them on a retry', async () => {
    store({ p: 10, q: 1, k: 'a' }, { p: 1, q: 2, k: 'b' })
    const { state, handlers } = customer()
    let broken = true
    server.use(
      http.post('*/api/v1.0/carts/add-item', async ({ request }) => {
        const { productId } = (await request.clone().json()) as { productId: number }
        return broken && productId === 1 ? errorResponse(503) : undefined
      }),
      ...handlers,
    )
    const { user } = visit('/cart')
    const pane = await screen.findByRole('alert')
    expect(pane).toHaveTextContent('We could not add your cart to your account.')
    expect(await screen.findByRole('link', { name: 'Wardrobe 1' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Kitchen 10' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Cart, 3 items' })).toBeVisible()
    expect(storedLines()).toMatchObject([{ p: 1, q: 2, k: 'b' }])
    broken = false
    await user.click(within(pane).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Added to the cart')).toBeVisible()
    expect(inCart(state)).toEqual([
      [10, 1],
      [1, 2],
    ])
  })

  it('does not add a line again whose key the server knows with fewer pieces', async () => {
    store({ p: 1, q: 9, k: 'a', s: Date.now() })
    const { state, handlers } = customer({ cart: [cartItem(1, 6)] })
    server.use(
      http.post('*/api/v1.0/carts/add-item', () => errorResponse(422)),
      ...handlers,
    )
    visit('/shop')
    await waitFor(() => expect(storedLines()).toEqual([]))
    expect(inCart(state)).toEqual([[1, 6]])
  })

  it('is emptied by signing out', async () => {
    const { handlers } = customer()
    server.use(...handlers)
    const { user } = visit('/account')
    const signOut = await screen.findByRole('button', { name: 'Sign out' })
    store({ p: 1, q: 1, k: 'other' })
    await user.click(signOut)
    await waitFor(() => expect(window.location.pathname).toBe('/login'))
    await waitFor(() => expect(storedLines()).toEqual([]))
  })
})
