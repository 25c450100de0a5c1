import { screen, within } from '@testing-library/react'
import axe from 'axe-core'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { LinkedOrder } from '@/lib/api/linked-order'
import { conversationToken, customerConversation } from '@/testing/handlers/conversation'
import { customer, errorResponse } from '@/testing/handlers/customer'
import { orderByLink, orderToken } from '@/testing/handlers/linked-order'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

const path = `/order#${orderToken}`

function open(changes: Partial<LinkedOrder> = {}, at = path) {
  const { bodies, handlers } = orderByLink(changes)
  server.use(...handlers)
  return { bodies, ...visit(at) }
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name })

async function violations(): Promise<string[]> {
  const found = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

describe('an order by its link', () => {
  it('shows steps, lines, sums and history without the menus of the shop', async () => {
    const { bodies } = open()
    expect(await title('Your order is being made')).toBeVisible()
    expect(screen.getByText('Order SB-4K7Q2M0X of 23 November')).toBeVisible()
    expect(screen.getByText('Delivery on 22 December 2099, 10:00 to 14:00.')).toBeVisible()
    expect(screen.getByText('Partly paid')).toBeVisible()
    const steps = screen.getByRole('list', { name: 'Progress of the order' })
    expect(within(steps).getByRole('listitem', { current: 'step' })).toHaveTextContent('Processing')
    expect(within(steps).getByText('22 December 2099, 10:00–14:00')).toBeVisible()
    expect(screen.getByRole('img', { name: 'Width 180 cm, Depth 60 cm, Height 250 cm' })).toBeVisible()
    const sums = screen.getByRole('region', { name: 'Amount' })
    for (const text of ['free', '₼817.80', '₼1,908.20']) expect(within(sums).getByText(text)).toBeVisible()
    const history = screen.getByRole('heading', { name: 'What has happened' }).parentElement ?? document.body
    expect(
      within(history)
        .getAllByRole('listitem')
        .map(({ lastChild }) => lastChild?.textContent),
    ).toEqual([
      'Delivery was set for 22 December 2099, 10:00 to 14:00.',
      'We started to work on the order.',
      'We received your payment of ₼817.80.',
      'The order was made from the offer ST-3V8N1C5T.',
    ])
    expect(screen.getByText('Bakı, Nizami küçəsi')).toBeVisible()
    expect(screen.getByRole('link', { name: /Write to Nigar Əliyeva on WhatsApp/ }).getAttribute('href')).not.toContain('k3J9wQ7d')
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull()
    expect(bodies).toEqual([{ path: 'orders/view', token: orderToken }])
    expect(await violations()).toEqual([])
  })

  it.each([
    ['Pending', 'We have your order', /We call within a working day/],
    ['Shipped', 'Your order is on its way', /We call you before we arrive/],
    ['Completed', 'Your order is complete', /stays open for 90 days/],
    ['Cancelled', 'The order is cancelled', /call or write to us/],
  ] as const)('of the status %s says what follows', async (status, heading, lead) => {
    open({ status, delivery: null, steps: [], history: [], contact: null, street: null })
    expect(await title(heading)).toBeVisible()
    expect(screen.getByText(lead)).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'What has happened' })).toBeNull()
    expect(await violations()).toEqual([])
  })

  it('leads to the sign-in without the token, and back to the order', async () => {
    const { user } = open()
    const { handlers } = customer({ signedIn: false })
    server.use(...handlers)
    const link = await screen.findByRole('link', { name: 'sign in' })
    expect(link).toHaveAttribute('href', '/login?returnUrl=%2Forder')
    await user.click(link)
    await user.type(await screen.findByLabelText('E-mail'), 'leyla@example.com')
    await user.type(screen.getByLabelText('Password'), 'my password')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByRole('button', { name: 'Add to my account' })).toBeVisible()
    expect(window.location.hash).toBe(`#${orderToken}`)
  })

  it('is added to the account', async () => {
    server.use(...customer().handlers)
    const { bodies, user } = open()
    await user.click(await screen.findByRole('button', { name: 'Add to my account' }))
    expect(await screen.findByText('The order is in your account.')).toBeVisible()
    expect(bodies.at(-1)).toEqual({ path: 'account/orders/claim', token: orderToken })
  })

  it.each([
    ['OTHER_EMAIL', 'The order was made with another e-mail.'],
    ['EMAIL_NOT_VERIFIED', 'Confirm the e-mail of your account first.'],
  ])('is not added where the server says %s', async (reason, text) => {
    server.use(...customer().handlers)
    const { user } = open()
    server.use(http.post('*/account/orders/claim', () => errorResponse(403, '', { general: `ORDER.${reason}` })))
    await user.click(await screen.findByRole('button', { name: 'Add to my account' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
  })

  it('from an offer has the conversation about it', async () => {
    const { handlers } = customerConversation()
    server.use(...handlers)
    const { user } = open({ conversationToken })
    await user.click(await screen.findByRole('button', { name: 'Write to us' }))
    expect(await screen.findByText('How high is the wall?')).toBeVisible()
  })

  it('of an account leads to it', async () => {
    open({ hasAccount: true })
    expect(await screen.findByRole('link', { name: 'All orders' })).toHaveAttribute('href', '/account?section=orders')
    expect(screen.queryByRole('link', { name: 'sign in' })).toBeNull()
  })
})

describe('a link without an order', () => {
  it.each([
    ['no token', '/order'],
    ['an unknown token', '/order#SB-4K7Q2M0X.aaaaaaaaaaaaaaaaaaaaaa'],
  ])('with %s offers a new link', async (_, at) => {
    const { bodies, user } = open({}, at)
    expect(await title('This link opens no order')).toBeVisible()
    expect(screen.getByText(/Give the number and e-mail/)).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Send the link' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Some fields need correcting')
    await user.type(screen.getByLabelText('Number of the order'), 'SB-4K7Q2M0X')
    await user.type(screen.getByLabelText('E-mail'), 'leyla@example.com')
    expect(await violations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    expect(await screen.findByText('If there is such an order, the link is in your mail.')).toBeVisible()
    expect(bodies.at(-1)).toEqual({ path: 'orders/link', number: 'SB-4K7Q2M0X', email: 'leyla@example.com' })
  })

  it('asks to wait after too many tries', async () => {
    const { user } = open({}, '/order')
    server.use(http.post('*/orders/link', () => errorResponse(429)))
    await user.type(await screen.findByLabelText('Number of the order'), 'SB-4K7Q2M0X')
    await user.type(screen.getByLabelText('E-mail'), 'leyla@example.com')
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Try again in an hour')
  })

  it('says that orders cannot be shown, and whom to call', async () => {
    const { handlers } = orderByLink()
    let isAway = true
    server.use(
      http.post('*/orders/view', () => (isAway ? errorResponse(503) : undefined)),
      ...handlers,
    )
    const { user } = visit(path)
    expect(await screen.findByRole('alert', undefined, { timeout: 20_000 })).toHaveTextContent('We cannot show orders right now.')
    expect(await screen.findByRole('region', { name: 'Call us' })).toBeVisible()
    expect(await violations()).toEqual([])
    isAway = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await title('Your order is being made')).toBeVisible()
  })
})
