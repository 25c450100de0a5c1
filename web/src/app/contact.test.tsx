import { act, cleanup, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

const submit = '*/api/v1.0/contacts/submit'

async function write(user: UserEvent): Promise<void> {
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Leyla Nümunə')
  await user.type(screen.getByRole('textbox', { name: 'Phone' }), '12-34')
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'leyla@example.com')
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Do you build stairs?')
}

describe('stores', () => {
  it('shows address, opening hours and contacts', async () => {
    visit('/contact-us')
    const stores = within(await screen.findByRole('region', { name: 'Our stores' }))
    expect(await stores.findByRole('heading', { name: 'Store in Baku' })).toBeVisible()
    expect(stores.getByText('12 Example Street, Baku')).toBeVisible()
    expect(stores.getByText('10:00–19:00')).toBeVisible()
    expect(stores.getByText('11:00–17:00')).toBeVisible()
    expect(stores.getByRole('link', { name: '+994 50 123 45 67' })).toHaveAttribute('href', 'https://wa.me/994501234567')
    expect(stores.getByRole('link', { name: 'store@example.com' })).toHaveAttribute('href', 'mailto:store@example.com')
    for (const name of ['Facebook', 'Instagram', 'LinkedIn']) expect(stores.getByRole('link', { name })).toBeVisible()
  })

  it('keeps the form if they do not load', async () => {
    server.use(http.get('*/api/v1.0/stores', () => HttpResponse.json({ success: false }, { status: 404 })))
    visit('/contact-us')
    expect(await screen.findByText(/The addresses could not be loaded/)).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Send the message' })).toBeEnabled()
  })

  it('loads a map only on request', async () => {
    const { user } = visit('/contact-us')
    const show = await screen.findByRole('button', { name: 'Show the map: Store in Baku' })
    expect(screen.queryByTitle('Map: Store in Baku')).not.toBeInTheDocument()
    await user.click(show)
    expect(screen.getByTitle('Map: Store in Baku')).toHaveAttribute('src', 'https://map.example.com/embed')
  })

  it('load even if the browser says that it has no network', async () => {
    const { user } = visit('/about-us')
    const link = await within(screen.getByRole('contentinfo')).findByRole('link', { name: 'Contact' })
    act(() => void window.dispatchEvent(new Event('offline')))
    await user.click(link)
    expect(await screen.findByRole('heading', { name: 'Store in Baku' })).toBeVisible()
    act(() => void window.dispatchEvent(new Event('online')))
  })
})

describe('contact form', () => {
  it('sends the message, shows its number and is reset', async () => {
    let sent: unknown
    let key: string | null = null
    server.use(
      http.post(submit, async ({ request }) => {
        key = request.headers.get('Idempotency-Key')
        sent = await request.json()
        return HttpResponse.json({ success: true, message: null, data: { number: 'SC-7Q2M04XK' } })
      }),
    )
    const { user } = visit('/contact-us')
    await write(user)
    await user.click(screen.getByRole('button', { name: 'Send the message' }))
    expect(await screen.findByText(/Its number is SC-7Q2M04XK/)).toBeVisible()
    expect(sent).toEqual({
      name: 'Leyla Nümunə',
      phone: '12-34',
      email: 'leyla@example.com',
      message: 'Do you build stairs?',
    })
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  })

  it('sends nothing incomplete, and lists the fields', async () => {
    server.use(http.post(submit, () => HttpResponse.error()))
    const { user } = visit('/contact-us')
    await user.type(await screen.findByRole('textbox', { name: 'E-mail' }), 'leyla@')
    await user.click(screen.getByRole('button', { name: 'Send the message' }))
    const alert = await screen.findByRole('alert')
    expect(within(alert).getAllByRole('listitem')).toHaveLength(4)
    expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveAccessibleDescription(
      'The address is not complete. Example: leyla@example.com',
    )
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveAccessibleDescription('Fill in this field.')
    expect(screen.queryByText(/An error occurred/)).not.toBeInTheDocument()
  })

  it('keeps the text if it fails, and clears the error with the next attempt', async () => {
    server.use(http.post(submit, () => HttpResponse.error(), { once: true }))
    const { user } = visit('/contact-us')
    await write(user)
    await user.click(screen.getByRole('button', { name: 'Send the message' }))
    expect(await screen.findByText(/An error occurred while processing your request\./)).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('Do you build stairs?')
    await user.click(screen.getByRole('button', { name: 'Send the message' }))
    expect(await screen.findByText(/We have your message/)).toBeVisible()
    expect(screen.queryByText(/An error occurred/)).not.toBeInTheDocument()
  })
})

describe('a half-typed message', () => {
  it('is still there after a reload, and is forgotten once it is sent', async () => {
    server.use(http.post(submit, () => HttpResponse.json({ success: true, message: null, data: { number: 'SC-7Q2M04XK' } })))
    const first = visit('/contact-us')
    await write(first.user)
    cleanup()
    const { user } = visit('/ru/contact-us')
    expect(await screen.findByDisplayValue('Do you build stairs?')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Отправить сообщение' }))
    expect(await screen.findByText(/SC-7Q2M04XK/)).toBeVisible()
    expect(screen.queryByDisplayValue('Do you build stairs?')).toBeNull()
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('form:'))).toEqual([])
  })
})
