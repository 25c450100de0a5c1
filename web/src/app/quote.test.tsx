import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { standardPiece } from '@/lib/quote/pieces'
import { selectPiece, useSelection } from '@/stores/selection'
import { errorResponse, ok } from '@/testing/handlers/customer'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

const call = '*/api/v1.0/ProductInquiries/submit'

async function openFromCard(user: UserEvent): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: 'Ask for a quote: Wardrobe 1' }))
  return screen.findByRole('dialog', { name: 'Ask for a quote' })
}

async function fillIn(user: UserEvent, dialog: HTMLElement): Promise<void> {
  for (const [label, value] of [
    ['First name', 'Leyla'],
    ['Last name', 'Nümunə'],
    ['Phone', '050 123 45 67'],
    ['E-mail', 'leyla@example.com'],
  ] as const) {
    await user.click(within(dialog).getByLabelText(label))
    await user.paste(value)
  }
}

describe('quote dialog', () => {
  it('sends the selected options, closes and shows an alert', async () => {
    const bodies: unknown[] = []
    const keys: (string | null)[] = []
    server.use(
      http.post(call, async ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        bodies.push(await request.json())
        return ok({ number: 'Q-1' })
      }),
    )
    const came = { channel: 'ads', source: 'google', campaign: null, landingPath: '/az', at: '2026-11-20T08:00:00.000Z' }
    localStorage.setItem('visit', JSON.stringify(came))
    const { user } = visit('/shop/1')
    await user.click(await screen.findByRole('radio', { name: 'walnut' }))
    await user.click(await screen.findByRole('button', { name: 'One more' }))
    await user.click(screen.getByRole('button', { name: 'Ask for a quote' }))
    const dialog = await screen.findByRole('dialog', { name: 'Ask for a quote' })
    expect(within(dialog).getByText('Wardrobe 1')).toBeVisible()
    expect(within(dialog).getByText('Wardrobe, walnut, 2 pcs')).toBeVisible()
    const send = within(dialog).getByRole('button', { name: 'Send' })
    expect(send).toBeDisabled()
    await fillIn(user, dialog)
    await waitFor(() => expect(send).toBeEnabled())
    await user.click(send)
    const alert = await screen.findByRole('alertdialog', { name: 'We have your request' })
    expect(alert).toHaveAccessibleDescription('Product inquiry submitted successfully! We will contact you soon.')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(bodies).toEqual([
      {
        name: 'Leyla',
        surname: 'Nümunə',
        phone: '+994501234567',
        email: 'leyla@example.com',
        productId: 1,
        productName: 'Wardrobe 1',
        productImage: 'http://localhost:3000/images/products/x/1-960.svg',
        quantity: 2,
        color: 'walnut',
        visit: came,
      },
    ])
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  })

  it('stays open if sending fails, and repeats the idempotency key', async () => {
    const keys: (string | null)[] = []
    server.use(
      http.post(call, ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        return keys.length === 1 ? errorResponse(503) : ok({ number: 'Q-1' })
      }),
    )
    const { user } = visit('/shop')
    const dialog = await openFromCard(user)
    await fillIn(user, dialog)
    const send = within(dialog).getByRole('button', { name: 'Send' })
    await waitFor(() => expect(send).toBeEnabled())
    await user.click(send)
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Failed to submit product inquiry. Please try again.')
    expect(within(dialog).getByLabelText('First name')).toHaveValue('Leyla')
    await user.click(send)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(keys[1]).toBe(keys[0])
  })

  it('shows the errors of the server at the fields', async () => {
    server.use(http.post(call, () => errorResponse(400, 'Check the fields.', { phone: 'CONTACT.FORM.INVALID_PHONE' })))
    const { user } = visit('/shop')
    const dialog = await openFromCard(user)
    await fillIn(user, dialog)
    const send = within(dialog).getByRole('button', { name: 'Send' })
    await waitFor(() => expect(send).toBeEnabled())
    await user.click(send)
    await waitFor(() => expect(within(dialog).getByLabelText('Phone')).toBeInvalid())
    expect(within(dialog).getByText('Check the fields.')).toBeVisible()
  })

  it.each([
    ['Phone', '050 123 45', 'Some digits are missing. Example: 050 123 45 67'],
    ['E-mail', 'leyla@', 'The address is not complete. Example: leyla@example.com'],
    ['First name', ' ', 'Fill in this field.'],
  ])('shows an error for %s with %j', async (label, value, sentence) => {
    const { user } = visit('/shop')
    const dialog = await openFromCard(user)
    await user.type(within(dialog).getByLabelText(label), value)
    await user.tab()
    expect(await within(dialog).findByText(sentence)).toBeVisible()
    expect(within(dialog).getByRole('button', { name: 'Send' })).toBeDisabled()
  })

  it('closes by its button, Escape and the backdrop, restores the focus, and reopens with what was typed', async () => {
    const { user } = visit('/shop')
    const opener = await screen.findByRole('button', { name: 'Ask for a quote: Wardrobe 1' })
    const dialog = await openFromCard(user)
    await user.type(within(dialog).getByLabelText('First name'), 'Leyla')
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(opener).toHaveFocus()
    const again = await openFromCard(user)
    expect(within(again).getByLabelText('First name')).toHaveValue('Leyla')
    // The dialog is the event target of its backdrop.
    await user.click(again)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    const third = await openFromCard(user)
    third.dispatchEvent(new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('adds no history entry on wide screens', async () => {
    const { user } = visit('/shop')
    await screen.findByRole('button', { name: 'Ask for a quote: Wardrobe 1' })
    const entries = window.history.length
    await openFromCard(user)
    expect(window.history.length).toBe(entries)
  })

  it('opens from the featured products of the home page', async () => {
    server.use(http.post(call, () => HttpResponse.error()))
    const { user } = visit('/ru')
    await screen.findByText('Шкаф 2')
    await user.click(screen.getByRole('button', { name: 'В моём размере: Шкаф 2' }))
    const dialog = await screen.findByRole('dialog', { name: 'Узнать цену' })
    expect(within(dialog).getByText('Шкаф, 1 шт.')).toBeVisible()
  })
})

describe('the quote dialog on phones', () => {
  beforeEach(() => {
    const narrow = vi.spyOn(window, 'matchMedia')
    narrow.mockImplementation((query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList)
    return () => narrow.mockRestore()
  })

  /** Opens the dialog above the history entry of the shop, which is marked by its state. */
  async function open() {
    const { user } = visit('/shop')
    const opener = await screen.findByRole('button', { name: 'Ask for a quote: Wardrobe 1' })
    window.history.replaceState('shop', '')
    const dialog = await openFromCard(user)
    await waitFor(() => expect(window.history.state).toBeNull())
    return { user, opener, dialog }
  }

  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  const pressClose = (dialog: HTMLElement) => fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  /** Traversals of the history have ended. */
  const settled = () => new Promise((resolve) => setTimeout(resolve, 50))

  it.each([
    ['back', () => window.history.back()],
    ['its button', pressClose],
    [
      'its button, pressed twice',
      (dialog: HTMLElement) => {
        pressClose(dialog)
        pressClose(dialog)
      },
    ],
    ['Escape', (dialog: HTMLElement) => dialog.dispatchEvent(new Event('cancel', { cancelable: true }))],
  ])('is closed by %s, which leaves the shop as it was', async (_, close) => {
    const { opener, dialog } = await open()
    close(dialog)
    await closed()
    await settled()
    expect(window.history.state).toBe('shop')
    expect(window.location.pathname).toBe('/shop')
    expect(opener).toHaveFocus()
  })

  it('leaves no history entry when the piece is added to the selection', async () => {
    const { user, dialog } = await open()
    await user.click(within(dialog).getByRole('button', { name: 'Add to my selection' }))
    await closed()
    await settled()
    expect(window.history.state).toBe('shop')
    expect(useSelection.getState().pieces).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'View' }))
    expect(window.location.pathname).toBe('/selection')
  })

  it('leaves no history entry when the request is sent', async () => {
    server.use(http.post(call, () => ok({ number: 'Q-1' })))
    const { user, dialog } = await open()
    await fillIn(user, dialog)
    const send = within(dialog).getByRole('button', { name: 'Send' })
    await waitFor(() => expect(send).toBeEnabled())
    await user.click(send)
    const alert = await screen.findByRole('alertdialog', { name: 'We have your request' })
    await waitFor(() => expect(window.history.state).toBe('shop'))
    await settled()
    expect(alert).toBeVisible()
    expect(window.location.pathname).toBe('/shop')
  })

  it('goes back no further when it was closed before the request is received', async () => {
    let answer: (() => void) | undefined
    const answered = new Promise<undefined>((resolve) => {
      answer = () => resolve(undefined)
    })
    server.use(
      http.post(call, async () => {
        await answered
        return ok({ number: 'Q-1' })
      }),
    )
    const { user, dialog } = await open()
    await fillIn(user, dialog)
    const send = within(dialog).getByRole('button', { name: 'Send' })
    await waitFor(() => expect(send).toBeEnabled())
    await user.click(send)
    window.history.back()
    await closed()
    answer?.()
    await screen.findByRole('alertdialog', { name: 'We have your request' })
    await settled()
    expect(window.history.state).toBe('shop')
  })

  it('closes for a navigation from within, which stays', async () => {
    for (let id = 1; id <= 20; id += 1) selectPiece(standardPiece(100 + id, 1))
    const { user, dialog } = await open()
    await user.click(within(dialog).getByRole('button', { name: 'Add to my selection' }))
    expect(await screen.findByText('A selection holds 20 pieces. Remove one.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'View' }))
    await closed()
    await settled()
    expect(window.location.pathname).toBe('/selection')
  })
})
