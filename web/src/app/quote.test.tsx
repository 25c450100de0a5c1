import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
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
    const { user } = visit('/shop/1')
    await user.click(await screen.findByRole('radio', { name: 'walnut' }))
    await user.click(screen.getByRole('button', { name: 'One more' }))
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
        phone: '0501234567',
        email: 'leyla@example.com',
        productId: 1,
        productName: 'Wardrobe 1',
        productImage: 'http://localhost:3000/images/products/x/1-960.svg',
        quantity: 2,
        color: 'walnut',
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
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'Failed to submit product inquiry. Please try again.',
    )
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

  it('closes by its button, Escape and the backdrop, restores the focus, and reopens empty', async () => {
    const { user } = visit('/shop')
    const opener = await screen.findByRole('button', { name: 'Ask for a quote: Wardrobe 1' })
    const dialog = await openFromCard(user)
    await user.type(within(dialog).getByLabelText('First name'), 'Leyla')
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(opener).toHaveFocus()
    const again = await openFromCard(user)
    expect(within(again).getByLabelText('First name')).toHaveValue('')
    // The dialog is the event target of its backdrop.
    await user.click(again)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    const third = await openFromCard(user)
    third.dispatchEvent(new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('opens from the featured products of the home page', async () => {
    server.use(http.post(call, () => HttpResponse.error()))
    const { user } = visit('/ru')
    await screen.findByText('Шкаф 2')
    await user.click(screen.getByRole('button', { name: 'Узнать цену: Шкаф 2' }))
    const dialog = await screen.findByRole('dialog', { name: 'Узнать цену' })
    expect(within(dialog).getByText('Шкаф, 1 шт.')).toBeVisible()
  })
})
