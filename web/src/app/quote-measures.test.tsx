import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { home, leyla, ok } from '@/testing/handlers/customer'
import { product } from '@/testing/products'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

const call = '*/api/v1.0/ProductInquiries/submit'

async function openDialog(user: UserEvent): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: 'Ask for a quote' }))
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

function recordBodies(data: unknown = { number: 'SQ-1' }): unknown[] {
  const bodies: unknown[] = []
  server.use(
    http.post(call, async ({ request }) => {
      bodies.push(await request.json())
      return ok(data)
    }),
  )
  return bodies
}

function serve(given: Parameters<typeof product>[0]): void {
  server.use(http.get(`*/api/v1.0/products/${String(given.id)}`, () => ok(product(given))))
}

async function type(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field)
  await user.type(field, text)
}

describe('the size of a quote', () => {
  it('sends own measures in millimetres, with colour, quantity and note', async () => {
    const bodies = recordBodies()
    const { user } = visit('/shop/1')
    const dialog = await openDialog(user)
    expect(within(dialog).getByRole('radio', { name: 'Standard' })).toBeChecked()
    await user.click(within(dialog).getByRole('radio', { name: 'My size' }))
    await within(dialog).findByLabelText('Width')
    expect(within(dialog).getByLabelText('Height')).toHaveValue('210')
    await type(user, within(dialog).getByLabelText('Width'), '180,5')
    await user.click(within(dialog).getByRole('radio', { name: 'walnut' }))
    await user.click(await within(dialog).findByRole('button', { name: 'One more' }))
    await user.type(within(dialog).getByLabelText('Note (optional)'), ' A radiator is on the left ')
    await fillIn(user, dialog)
    expect(within(dialog).getByText(/^180\.5.× 60.× 210.cm, walnut, 2 pcs$/)).toBeVisible()
    const send = within(dialog).getByRole('button', { name: 'Send' })
    await waitFor(() => expect(send).toBeEnabled())
    await user.click(send)
    await screen.findByRole('alertdialog')
    expect(bodies).toEqual([
      expect.objectContaining({
        productId: 1,
        quantity: 2,
        color: 'walnut',
        measuring: 'own',
        measures: { widthMm: 1805, depthMm: 600, heightMm: 2100 },
        note: 'A radiator is on the left',
      }),
    ])
  })

  it('paints the choice of a size before its fields', async () => {
    const { user } = visit('/shop/1')
    const dialog = await openDialog(user)
    const own = within(dialog).getByRole('radio', { name: 'My size' })
    fireEvent.click(own)
    expect(own).toBeChecked()
    expect(within(dialog).queryByLabelText('Width')).not.toBeInTheDocument()
    expect(await within(dialog).findByLabelText('Width')).toBeVisible()
  })

  it('shows the own drawing of a wardrobe whose front is not known, and asks for its measures', async () => {
    server.use(http.get('*/api/v1.0/products/1', () => ok(product({ id: 1, front: null }))))
    const { user } = visit('/shop/1')
    const dialog = await openDialog(user)
    await user.click(within(dialog).getByRole('radio', { name: 'My size' }))
    expect(await within(dialog).findByLabelText('Width')).toHaveValue('150')
    const drawing = within(dialog).getByRole('img', { name: 'Drawing with measurements: Wardrobe 1' })
    expect(drawing).toHaveAttribute('src', '/images/products/t-1/dimensions.svg')
    expect(within(dialog).queryByRole('img', { name: /^Width 150/ })).not.toBeInTheDocument()
  })

  it('draws each valid measure, and keeps the drawing while the number is not valid', async () => {
    const { user } = visit('/shop/1')
    const dialog = await openDialog(user)
    await user.click(within(dialog).getByRole('radio', { name: 'My size' }))
    await within(dialog).findByLabelText('Width')
    const width = within(dialog).getByLabelText('Width')
    await type(user, width, '18')
    expect(within(dialog).getByRole('img', { name: 'Width 18 cm, depth 60 cm, height 210 cm' })).toBeVisible()
    await user.type(width, ',')
    expect(within(dialog).getByRole('img', { name: 'Width 18 cm, depth 60 cm, height 210 cm' })).toBeVisible()
    await user.type(width, 'x')
    await user.tab()
    expect(width).toBeInvalid()
    expect(width).toHaveAccessibleDescription('Enter a number, for example 180.')
    await type(user, width, '5')
    await user.tab()
    expect(width).toHaveAccessibleDescription('Enter between 10 and 1000 cm.')
    await fillIn(user, dialog)
    expect(within(dialog).getByRole('button', { name: 'Send' })).toBeDisabled()
    await user.click(within(dialog).getByRole('button', { name: 'Width' }))
    expect(width).toHaveFocus()
  })

  it('steps by the arrow keys, within what is possible', async () => {
    const { user } = visit('/shop/1')
    const dialog = await openDialog(user)
    await user.click(within(dialog).getByRole('radio', { name: 'My size' }))
    await within(dialog).findByLabelText('Width')
    const depth = within(dialog).getByLabelText('Depth')
    await type(user, depth, '60.5')
    await user.keyboard('{ArrowUp}')
    expect(depth).toHaveValue('61.5')
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    expect(depth).toHaveValue('51.5')
    await type(user, depth, '11')
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    expect(depth).toHaveValue('10')
  })

  it('says what is usual, and sends other sizes all the same', async () => {
    const { user } = visit('/shop/1')
    const dialog = await openDialog(user)
    await user.click(within(dialog).getByRole('radio', { name: 'My size' }))
    await within(dialog).findByLabelText('Width')
    const height = within(dialog).getByLabelText('Height')
    expect(height).toHaveAccessibleDescription('80–300 cm')
    await type(user, height, '320')
    const sentence = 'We usually make the height 80–300 cm. Send it, and we say on the phone whether it can be done.'
    expect(height).toHaveAccessibleDescription(`80–300 cm ${sentence}`)
    expect(within(dialog).getByText(sentence).closest('[role="status"]')).not.toBeNull()
    await fillIn(user, dialog)
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Send' })).toBeEnabled())
  })

  it('takes the measures of a niche, draws its gaps, and sends both', async () => {
    const bodies = recordBodies()
    const { user } = visit('/shop/1')
    const dialog = await openDialog(user)
    await user.click(within(dialog).getByRole('radio', { name: 'My size' }))
    const width = await within(dialog).findByLabelText('Width')
    await type(user, width, '243')
    expect(within(dialog).getByRole('radio', { name: 'The piece' })).toBeChecked()
    expect(
      within(dialog)
        .getByRole('img', { name: /^Width 243/ })
        .querySelectorAll('text'),
    ).toHaveLength(3)
    await user.click(within(dialog).getByRole('radio', { name: 'The niche or opening' }))
    // Typed measures stay; the sides of the standard piece become those of the niche around it.
    await waitFor(() => expect(within(dialog).getByLabelText('Height')).toHaveValue('214'))
    expect(within(dialog).getByLabelText('Depth')).toHaveValue('61')
    expect(width).toHaveValue('243')
    // Ranges and drawing follow the typed values in a later render.
    await waitFor(() => expect(width).toHaveAccessibleDescription('46–406 cm'))
    const said = dialog.textContent.replaceAll('\u00a0', ' ')
    expect(said).toContain('In a niche we leave 3 cm on each side, 4 cm on top and 1 cm behind: the piece becomes 237 × 60 × 210 cm.')
    const drawing = within(dialog).getByRole('img', {
      name: /^Niche: width 243 cm, depth 61 cm, height 214 cm\. Piece: 237.× 60.× 210.cm$/,
    })
    // Three measures of the niche and three gaps.
    expect([...drawing.querySelectorAll('text')].map(({ textContent }) => textContent)).toEqual(['243', '214', '61', '3', '3', '4'])
    await user.click(within(dialog).getByRole('radio', { name: 'The piece' }))
    await waitFor(() => expect(within(dialog).getByLabelText('Height')).toHaveValue('210'))
    await user.click(within(dialog).getByRole('radio', { name: 'The niche or opening' }))
    await waitFor(() => expect(within(dialog).getByLabelText('Height')).toHaveValue('214'))
    await fillIn(user, dialog)
    const send = within(dialog).getByRole('button', { name: 'Send' })
    await waitFor(() => expect(send).toBeEnabled())
    await user.click(send)
    await screen.findByRole('alertdialog')
    expect(bodies).toEqual([
      expect.objectContaining({ measuring: 'own', measures: { widthMm: 2430, depthMm: 610, heightMm: 2140 }, measuresOf: 'niche' }),
    ])
  })

  it('refuses a niche that no piece fits into, and keeps the niche of a draft', async () => {
    const { user } = visit('/shop/1')
    const dialog = await openDialog(user)
    await user.click(within(dialog).getByRole('radio', { name: 'My size' }))
    const width = await within(dialog).findByLabelText('Width')
    await user.click(within(dialog).getByRole('radio', { name: 'The niche or opening' }))
    await waitFor(() => expect(width).toHaveValue('156'))
    await type(user, width, '15.9')
    await user.tab()
    expect(width).toHaveAccessibleDescription('No piece fits into so small a niche.')
    await type(user, width, '150')
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    const again = await openDialog(user)
    expect(within(again).getByRole('radio', { name: 'The niche or opening' })).toBeChecked()
    // A niche as wide as the standard piece is kept, too.
    expect(within(again).getByLabelText('Width')).toHaveValue('150')
    expect(within(again).getByLabelText('Height')).toHaveValue('214')
  })

  it('asks for the place of a visit', async () => {
    const bodies = recordBodies()
    const { user } = visit('/shop/1')
    const dialog = await openDialog(user)
    await user.click(within(dialog).getByRole('radio', { name: 'Come and measure' }))
    await user.type(await within(dialog).findByLabelText('Where? (optional)'), 'Nizami 5')
    expect(within(dialog).queryByLabelText('Width')).not.toBeInTheDocument()
    await fillIn(user, dialog)
    const send = within(dialog).getByRole('button', { name: 'Send' })
    await waitFor(() => expect(send).toBeEnabled())
    await user.click(send)
    await screen.findByRole('alertdialog')
    expect(bodies).toEqual([expect.objectContaining({ measuring: 'visit', note: 'Nizami 5' })])
    expect(bodies[0]).not.toHaveProperty('measures')
  })

  const fixed = { fixed: true, own: { widthMm: 1500, depthMm: 600, heightMm: 2100 }, usual: null }
  it.each([
    { id: 1, categoryId: 3 },
    { id: 1, sizes: fixed },
  ] as const)('is no question for %j', async (given) => {
    serve(given)
    const { user } = visit('/shop/1')
    const dialog = await openDialog(user)
    expect(within(dialog).queryByRole('radio', { name: 'My size' })).not.toBeInTheDocument()
  })

  it('is a note where the measures of the product are not known', async () => {
    serve({ id: 1, externalMeasurement: 'by your room', externalMeasurementEn: 'by your room' })
    const bodies = recordBodies()
    const { user } = visit('/shop/1')
    const dialog = await openDialog(user)
    await user.click(within(dialog).getByRole('radio', { name: 'My size' }))
    await fillIn(user, dialog)
    const send = within(dialog).getByRole('button', { name: 'Send' })
    expect(send).toBeDisabled()
    await user.type(await within(dialog).findByLabelText('Your measures'), '180 by 60')
    expect(within(dialog).queryByLabelText('Width')).not.toBeInTheDocument()
    await waitFor(() => expect(send).toBeEnabled())
    await user.click(send)
    await screen.findByRole('alertdialog')
    expect(bodies).toEqual([expect.objectContaining({ measuring: 'own', note: '180 by 60' })])
  })
})

describe('the form of a quote', () => {
  it('names the field that is missing, and leads to it', async () => {
    const { user } = visit('/shop/1')
    const dialog = await openDialog(user)
    await user.type(within(dialog).getByLabelText('First name'), 'Leyla')
    await user.click(within(dialog).getByRole('button', { name: 'Last name' }))
    expect(within(dialog).getByLabelText('Last name')).toHaveFocus()
    await fillIn(user, dialog)
    expect(await within(dialog).findByText('A request commits you to nothing.')).toBeVisible()
  })

  it('keeps what was typed, and starts anew', async () => {
    const { user } = visit('/shop/1')
    const dialog = await openDialog(user)
    await user.click(within(dialog).getByRole('radio', { name: 'My size' }))
    await within(dialog).findByLabelText('Width')
    await type(user, within(dialog).getByLabelText('Width'), '180')
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    const again = await openDialog(user)
    expect(within(again).getByText(/What you typed is still here/)).toBeVisible()
    expect(within(again).getByLabelText('Width')).toHaveValue('180')
    await user.click(within(again).getByRole('button', { name: 'Start over' }))
    expect(within(again).getByRole('radio', { name: 'Standard' })).toBeChecked()
    await user.click(within(again).getByRole('radio', { name: 'My size' }))
    await within(again).findByLabelText('Width')
    expect(within(again).getByLabelText('Width')).toHaveValue('150')
    expect(within(again).queryByText(/What you typed is still here/)).not.toBeInTheDocument()
  })

  it('counts a long note', async () => {
    const { user } = visit('/shop/1')
    const dialog = await openDialog(user)
    await user.click(within(dialog).getByRole('button', { name: 'Color, quantity, note' }))
    const note = within(dialog).getByLabelText('Note (optional)')
    await user.click(note)
    await user.paste('x'.repeat(899))
    expect(note).not.toHaveAccessibleDescription()
    await user.paste('xx')
    expect(note).toHaveAccessibleDescription('901 / 1000')
  })

  it("fills in the customer's contacts", async () => {
    document.cookie = 'XSRF-TOKEN=token'
    server.use(
      http.post('*/api/v1.0/Sessions/validate-session', () => ok()),
      http.get('*/api/v1.0/account/details', () => ok(leyla)),
      http.get('*/api/v1.0/account/addresses', () => ok([home])),
      http.get('*/api/v1.0/account/wishlist', () => ok([])),
      http.post('*/api/v1.0/carts/*', () => ok({ items: [] })),
      http.get('*/api/v1.0/carts/*', () => ok({ items: [] })),
    )
    const { user } = visit('/shop/1')
    const dialog = await openDialog(user)
    await waitFor(() => expect(within(dialog).getByLabelText('First name')).toHaveValue('Leyla'))
    expect(within(dialog).getByLabelText('Phone')).toHaveValue('+994501234567')
    expect(within(dialog).getByText('Filled in from your account, you may change it.')).toBeVisible()
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Send' })).toBeEnabled())
  })
})

describe('the alert after a quote', () => {
  it('says the number, by when the shop calls and what to write, and gives the focus back', async () => {
    const conversationToken = 'SQ-7Q2M04XK.k3J9wQ7dYx2LmT0aVb5cZg'
    recordBodies({ number: 'SQ-7Q2M04XK', promisedAt: '2026-11-24T10:20:00Z', whatsapp: '+994120000001', conversationToken })
    const { user } = visit('/shop/1')
    const dialog = await openDialog(user)
    await fillIn(user, dialog)
    const send = within(dialog).getByRole('button', { name: 'Send' })
    await waitFor(() => expect(send).toBeEnabled())
    await user.click(send)
    const alert = await screen.findByRole('alertdialog', { name: 'We have your request' })
    expect(within(alert).getByText('SQ-7Q2M04XK')).toBeVisible()
    expect(within(alert).getByText(/^We call by 24 November.*, Tuesday, 14:30$/)).toBeVisible()
    expect(within(alert).getAllByRole('listitem')).toHaveLength(4)
    const message = 'Hello. My request SQ-7Q2M04XK: Wardrobe 1 (T-1), standard size, natural oak, 1 pc.'
    expect(within(alert).getByText(message)).toBeVisible()
    expect(within(alert).getByRole('link', { name: /Send by WhatsApp/ })).toHaveAttribute(
      'href',
      `https://wa.me/994120000001?text=${encodeURIComponent(message)}`,
    )
    expect(within(alert).getByRole('link', { name: 'Open the conversation' })).toHaveAttribute(
      'href',
      `/en/conversation#${conversationToken}`,
    )
    await user.click(within(alert).getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe('SQ-7Q2M04XK')
    await user.click(within(alert).getByRole('button', { name: 'Back to the shop' }))
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Ask for a quote' })).toHaveFocus()
    // The next request of this tab is for the same person.
    const again = await openDialog(user)
    await waitFor(() => expect(within(again).getByLabelText('E-mail')).toHaveValue('leyla@example.com'))
  })

  it('leaves out what the answer does not say', async () => {
    recordBodies({ number: 'SQ-1' })
    const { user } = visit('/shop/1')
    const dialog = await openDialog(user)
    await fillIn(user, dialog)
    const send = within(dialog).getByRole('button', { name: 'Send' })
    await waitFor(() => expect(send).toBeEnabled())
    await user.click(send)
    const alert = await screen.findByRole('alertdialog')
    expect(within(alert).queryByText(/We call by/)).not.toBeInTheDocument()
    expect(within(alert).queryByRole('link')).not.toBeInTheDocument()
  })
})
