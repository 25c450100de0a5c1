import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { standardPiece } from '@/lib/quote/pieces'
import { selectPiece, useSelection } from '@/stores/selection'
import { useToasts } from '@shared/toasts'
import { cartItem, customer, errorResponse, ok } from '@/testing/handlers/customer'
import { product } from '@/testing/products'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

async function openDrawer(user: ReturnType<typeof visit>['user'], name: string | RegExp = /^Cart/) {
  await user.click(await screen.findByRole('button', { name }))
  return await screen.findByRole('dialog', { name: 'Cart' })
}

/** The button that moves a line to the selection, once it is enabled. */
async function moveButton(name: string): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name: `Move to my selection: ${name}` })
  await waitFor(() => expect(button).toBeEnabled())
  return button
}

const selection = () => useSelection.getState().pieces.map(({ productId, quantity, measuring }) => [productId, quantity, measuring])

/** Delays responses until it is opened. */
function gate() {
  let release: (() => void) | undefined
  const opened = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined)
  })
  return { opened, open: () => release?.() }
}

describe('cart', () => {
  it('shows its lines with the prices to pay, and goes to the checkout', async () => {
    const { handlers } = customer({ cart: [cartItem(1, 2), cartItem(10, 1)] })
    server.use(...handlers)
    const { user } = visit('/shop')
    const drawer = await openDrawer(user, 'Cart, 3 items')
    const first = within(drawer).getAllByRole('listitem')[0]
    if (first === undefined) throw new Error('no line')
    expect(first).toHaveTextContent('Wardrobe 1')
    expect(first).toHaveTextContent('Made of oak.')
    expect(first).toHaveTextContent('−15%')
    expect(first).toHaveTextContent('₼2,123.30')
    expect(first).toHaveTextContent('₼2,498.00')
    expect(first).toHaveTextContent('2 × ₼1,061.65')
    expect(drawer).toHaveTextContent('Subtotal₼3,123.30')
    expect(drawer).toHaveTextContent('DeliveryFree')
    await user.click(within(drawer).getByRole('link', { name: 'Go to checkout' }))
    expect(window.location.pathname).toBe('/checkout')
    expect(screen.queryByRole('dialog', { name: 'Cart' })).not.toBeInTheDocument()
  })

  it('removes a line at once and restores it on undo', async () => {
    const { state, handlers } = customer({ cart: [cartItem(1, 2), cartItem(10, 1)] })
    server.use(...handlers)
    const { user } = visit('/cart')
    await user.click(await screen.findByRole('button', { name: 'Remove from the cart: Wardrobe 1' }))
    await waitFor(() => expect(state.cart.map(({ productId }) => productId)).toEqual([10]))
    expect(screen.queryByRole('link', { name: 'Wardrobe 1' })).not.toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('link', { name: 'Wardrobe 1' })).toBeVisible()
    await waitFor(() => expect(state.cart).toContainEqual(expect.objectContaining({ productId: 1, quantity: 2 })))
  })

  it('restores a line that the server did not remove', async () => {
    const { handlers } = customer({ cart: [cartItem(1, 2)] })
    server.use(
      http.delete('*/api/v1.0/carts/items/1', () => errorResponse(503)),
      ...handlers,
    )
    const { user } = visit('/cart')
    await user.click(await screen.findByRole('button', { name: 'Remove from the cart: Wardrobe 1' }))
    expect(await screen.findByText('The product is still in the cart. Please try again.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Wardrobe 1' })).toBeVisible()
  })

  it('moves a line to the selection, and back on undo', async () => {
    const { state, handlers } = customer({ cart: [cartItem(1, 2), cartItem(10, 1)] })
    server.use(...handlers)
    const { user } = visit('/cart')
    await user.click(await moveButton('Wardrobe 1'))
    expect(await screen.findByText('Moved from the cart to your selection: Wardrobe 1')).toBeVisible()
    expect(useToasts.getState().toasts).toHaveLength(1)
    expect(state.cart.map(({ productId }) => productId)).toEqual([10])
    expect(selection()).toEqual([[1, 2, 'standard']])
    expect(screen.queryByRole('link', { name: 'Wardrobe 1' })).not.toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('link', { name: 'Kitchen 10' }).closest('li')).toHaveFocus())
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('link', { name: 'Wardrobe 1' })).toBeVisible()
    await waitFor(() => expect(selection()).toEqual([]))
    expect(state.cart).toContainEqual(expect.objectContaining({ productId: 1, quantity: 2 }))
  })

  it('takes a line out of the selection again that the server did not remove', async () => {
    const { handlers } = customer({ cart: [cartItem(1, 2)] })
    server.use(
      http.delete('*/api/v1.0/carts/items/1', () => errorResponse(503)),
      ...handlers,
    )
    selectPiece(standardPiece(1, 3))
    const { user } = visit('/cart')
    await user.click(await moveButton('Wardrobe 1'))
    expect(await screen.findByText('The product is still in the cart. Please try again.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Wardrobe 1' })).toBeVisible()
    expect(selection()).toEqual([[1, 3, 'standard']])
    expect(screen.queryByText(/^Moved from the cart/)).not.toBeInTheDocument()
  })

  it('keeps a moved piece that the cart does not take back', async () => {
    const { handlers } = customer({ cart: [cartItem(1, 2)] })
    server.use(
      http.post('*/api/v1.0/carts/add-item', () => errorResponse(409, 'Out of stock.')),
      ...handlers,
    )
    const { user } = visit('/cart')
    await user.click(await moveButton('Wardrobe 1'))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Out of stock.')).toBeVisible()
    expect(selection()).toEqual([[1, 2, 'standard']])
  })

  it('keeps a line for which the selection has no space', async () => {
    const { state, handlers } = customer({ cart: [cartItem(1, 2)] })
    server.use(...handlers)
    for (let id = 1; id <= 20; id += 1) selectPiece(standardPiece(100 + id, 1))
    const { user } = visit('/shop')
    const drawer = await openDrawer(user, 'Cart, 2 items')
    await user.click(await moveButton('Wardrobe 1'))
    expect(await screen.findByText('A selection holds 20 pieces. Remove one.')).toBeVisible()
    expect(within(drawer).getByRole('link', { name: 'Wardrobe 1' })).toBeVisible()
    expect(state.calls).toEqual([])
    await user.click(screen.getByRole('button', { name: 'View' }))
    expect(window.location.pathname).toBe('/selection')
    expect(screen.queryByRole('dialog', { name: 'Cart' })).not.toBeInTheDocument()
  })

  it('moves no line that is no longer sold', async () => {
    const { handlers } = customer({ cart: [cartItem(1, 1, { isActive: false, productPrice: null }), cartItem(10, 1)] })
    server.use(...handlers)
    visit('/cart')
    expect(await moveButton('Kitchen 10')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Move to my selection: Wardrobe 1' })).not.toBeInTheDocument()
  })

  it('sends the newest quantity', async () => {
    const { state, handlers } = customer({ cart: [cartItem(10, 1)] })
    server.use(...handlers)
    const { user } = visit('/cart')
    const more = await screen.findByRole('button', { name: 'One more' })
    await waitFor(() => expect(more).toBeEnabled())
    expect(screen.getByRole('button', { name: 'One less' })).toBeDisabled()
    await user.click(more)
    await user.click(more)
    expect(screen.getByRole('textbox', { name: 'Quantity' })).toHaveValue('3')
    await waitFor(() => expect(state.cart[0]?.quantity).toBe(3))
    expect(state.calls.every(({ method, path }) => method === 'PATCH' && path === '/carts/items/10')).toBe(true)
    expect(await screen.findByRole('button', { name: 'Cart, 3 items' })).toBeVisible()
  })

  it('shows the old quantity if the server refuses the new one', async () => {
    const { handlers } = customer({ cart: [cartItem(10, 1)] })
    server.use(
      http.patch('*/api/v1.0/carts/items/10', () => errorResponse(409, 'Only 1 piece is in stock.')),
      ...handlers,
    )
    const { user } = visit('/cart')
    const more = await screen.findByRole('button', { name: 'One more' })
    await waitFor(() => expect(more).toBeEnabled())
    await user.click(more)
    expect(await screen.findByText('Only 1 piece is in stock.')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Quantity' })).toHaveValue('1')
  })

  it('takes as many pieces as there are, says so once, and does not ask to lower the quantity', async () => {
    const { state, handlers } = customer({ cart: [cartItem(10, 4)] })
    server.use(
      http.patch('*/api/v1.0/carts/items/10', async ({ request }) => {
        const { quantity } = (await request.clone().json()) as { quantity: number }
        if (quantity > 6) return errorResponse(409, 'Only 6 in stock. Please lower the quantity.', { general: 'CART.NOT_ENOUGH' })
        return undefined
      }),
      http.get('*/api/v1.0/products/10', () => ok(product({ id: 10, stockQuantity: 6 }))),
      ...handlers,
    )
    const { user } = visit('/shop')
    const drawer = await openDrawer(user, 'Cart, 4 items')
    const quantity = within(drawer).getByRole('textbox', { name: 'Quantity' })
    await waitFor(() => expect(quantity).toBeEnabled())
    await user.clear(quantity)
    await user.type(quantity, '9{Enter}')
    const message = 'Kitchen 10: 6 in stock, so that many are in your cart.'
    await waitFor(() => expect(state.cart[0]?.quantity).toBe(6))
    expect(await within(drawer).findByText(message)).toBeVisible()
    await user.click(within(drawer).getByRole('button', { name: 'One more' }))
    await waitFor(() => expect(quantity).toHaveValue('6'))
    await waitFor(() => expect(within(drawer).getAllByText(message)).toHaveLength(1))
    expect(useToasts.getState().toasts).toEqual([expect.objectContaining({ seconds: 6 })])
    expect(screen.queryByText(/lower the quantity/)).not.toBeInTheDocument()
    // Above the buttons, not on them.
    const place = within(drawer).getByText(message).closest('[data-toasts]')
    expect(place?.nextElementSibling).toContainElement(within(drawer).getByRole('link', { name: 'Go to checkout' }))
  })

  it('sends only the newest of the quantities that are set during a request', async () => {
    const { state, handlers } = customer({ cart: [cartItem(10, 1)] })
    const first = gate()
    server.use(
      http.patch('*/api/v1.0/carts/items/10', () => first.opened, { once: true }),
      ...handlers,
    )
    const { user } = visit('/cart')
    const more = await screen.findByRole('button', { name: 'One more' })
    await waitFor(() => expect(more).toBeEnabled())
    await user.click(more)
    await user.click(more)
    await user.click(more)
    expect(screen.getByRole('textbox', { name: 'Quantity' })).toHaveValue('4')
    first.open()
    await waitFor(() => expect(state.cart[0]?.quantity).toBe(4))
    expect(state.calls.map(({ body }) => body)).toEqual([{ quantity: 2 }, { quantity: 4 }])
  })

  it('sends a quantity that is set while the cart reloads after a refused one', async () => {
    const { state, handlers } = customer({ cart: [cartItem(10, 1)] })
    const reload = gate()
    let refused = false
    let reloading = false
    server.use(
      http.patch(
        '*/api/v1.0/carts/items/10',
        () => {
          refused = true
          return errorResponse(409, 'Only 6 pieces are in stock.')
        },
        { once: true },
      ),
      http.get('*/api/v1.0/carts/current', async () => {
        if (!refused) return
        reloading = true
        await reload.opened
      }),
      ...handlers,
    )
    const { user } = visit('/cart')
    const quantity = await screen.findByRole('textbox', { name: 'Quantity' })
    await waitFor(() => expect(quantity).toBeEnabled())
    await user.clear(quantity)
    await user.type(quantity, '9{Enter}')
    await waitFor(() => expect(reloading).toBe(true))
    await user.clear(quantity)
    await user.type(quantity, '5{Enter}')
    reload.open()
    expect(await screen.findByText('Only 6 pieces are in stock.')).toBeVisible()
    await waitFor(() => expect(state.cart[0]?.quantity).toBe(5))
    expect(await screen.findByRole('button', { name: 'Cart, 5 items' })).toBeVisible()
    expect(quantity).toHaveValue('5')
  })

  it('says that it takes no 150 pieces, and sends no other number instead', async () => {
    const { handlers, state } = customer({ cart: [cartItem(1, 3)] })
    server.use(...handlers)
    const { user } = visit('/cart')
    const quantity = await screen.findByRole('textbox', { name: 'Quantity' })
    await waitFor(() => expect(quantity).toBeEnabled())
    await user.clear(quantity)
    await user.type(quantity, '150{Enter}')
    expect(screen.getByText('Type a whole number from 1 to 99.')).toBeVisible()
    expect(quantity).toHaveValue('150')
    await user.clear(quantity)
    await user.type(quantity, '15{Enter}')
    await waitFor(() => expect(state.cart[0]?.quantity).toBe(15))
    expect(screen.queryByText('Type a whole number from 1 to 99.')).toBeNull()
  })

  it('keeps the lines that are shown when a reload fails', async () => {
    const { handlers } = customer({ cart: [cartItem(1, 1)] })
    let broken = false
    let failures = 0
    server.use(
      http.get('*/api/v1.0/carts/current', () => {
        if (!broken) return undefined
        failures += 1
        return errorResponse(500)
      }),
      ...handlers,
    )
    const { user } = visit('/shop')
    await screen.findByRole('button', { name: 'Cart, 1 item' })
    broken = true
    const drawer = await openDrawer(user)
    await waitFor(() => expect(failures).toBe(1))
    await waitFor(() => expect(within(drawer).getByRole('list')).toHaveAttribute('aria-busy', 'false'))
    expect(within(drawer).getByRole('link', { name: 'Wardrobe 1' })).toBeVisible()
    expect(screen.queryByText('The cart could not be loaded.')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Cart, 1 item' })).toBeInTheDocument()
  })

  it('restores a line if neither its removal nor the reload succeeds', async () => {
    const { handlers } = customer({ cart: [cartItem(1, 2), cartItem(10, 1)] })
    let broken = false
    server.use(
      http.delete('*/api/v1.0/carts/items/1', () => {
        broken = true
        return errorResponse(503)
      }),
      http.get('*/api/v1.0/carts/current', () => (broken ? errorResponse(503) : undefined)),
      ...handlers,
    )
    const { user } = visit('/cart')
    await user.click(await screen.findByRole('button', { name: 'Remove from the cart: Wardrobe 1' }))
    expect(await screen.findByText('The product is still in the cart. Please try again.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Wardrobe 1' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Cart, 3 items' })).toBeVisible()
  })

  it('shows a line that is no longer sold without a price, and removes it', async () => {
    const { state, handlers } = customer({ cart: [cartItem(1, 1, { isActive: false, productPrice: null })] })
    server.use(...handlers)
    const { user } = visit('/cart')
    expect(await screen.findByText('No longer sold')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Wardrobe 1' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Go to checkout' })).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Remove from the cart: Wardrobe 1' }))
    expect(await screen.findByText('Your cart is empty. Start in the shop.')).toBeVisible()
    expect(state.cart).toEqual([])
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })

  it('shows an error instead of the empty state if loading fails, and retries', async () => {
    const { handlers } = customer({ cart: [cartItem(1, 1)] })
    let broken = true
    server.use(
      http.get('*/api/v1.0/carts/current', () => (broken ? errorResponse(500) : undefined)),
      ...handlers,
    )
    const { user } = visit('/shop')
    const drawer = await openDrawer(user)
    const retry = await within(drawer).findByRole('button', { name: 'Retry' })
    expect(drawer).toHaveTextContent('The cart could not be loaded.')
    expect(drawer).not.toHaveTextContent('Your cart is empty')
    broken = false
    await user.click(retry)
    expect(await within(drawer).findByRole('link', { name: 'Wardrobe 1' })).toBeVisible()
  })

  it('is empty without a session and is not requested', async () => {
    const { user } = visit('/shop')
    const drawer = await openDrawer(user, 'Cart')
    expect(await within(drawer).findByText('Your cart is empty. Start in the shop.')).toBeVisible()
    await user.click(within(drawer).getByRole('button', { name: 'Go to the shop' }))
    expect(window.location.pathname).toBe('/shop')
  })

  it('goes to the sign-in screen when the session has ended', async () => {
    const { state, handlers } = customer({ cart: [cartItem(1, 1)] })
    server.use(...handlers)
    const { user } = visit('/shop?category=1')
    await screen.findByRole('button', { name: 'Cart, 1 item' })
    state.signedIn = false
    server.use(http.get('*/api/v1.0/carts/current', () => errorResponse(401)))
    await user.click(screen.getByRole('button', { name: 'Cart, 1 item' }))
    await waitFor(() => expect(window.location.pathname).toBe('/login'))
    expect(new URLSearchParams(window.location.search).get('returnUrl')).toBe('/shop?category=1')
  })
})
