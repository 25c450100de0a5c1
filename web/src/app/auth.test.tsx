import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { customer, errorResponse, leyla, ok } from '@/testing/handlers/customer'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

async function signInAs(user: ReturnType<typeof visit>['user'], email: string, password = 'correct horse') {
  await user.type(await screen.findByLabelText('E-mail'), email)
  await user.type(screen.getByLabelText('Password'), password)
  const main = screen.getByRole('main')
  await user.click(within(main).getByRole('button', { name: 'Sign in' }))
}

describe('signing in', () => {
  const { state, handlers } = customer({ signedIn: false })
  beforeEach(() => {
    state.signedIn = false
    state.calls = []
    server.use(...handlers)
  })

  it('goes to the account', async () => {
    const { user } = visit('/login')
    await signInAs(user, ` ${leyla.email} `)
    expect(await screen.findByRole('heading', { level: 1, name: 'Hello, Leyla Nümunə' })).toBeVisible()
    expect(window.location.pathname).toBe('/account')
    expect(state.calls[0]?.body).toEqual({ email: leyla.email, password: 'correct horse' })
  })

  it('returns to the previous page', async () => {
    const { user } = visit('/az/login?returnUrl=%2Faz%2Fshop%3Fcategory%3D2')
    const main = await screen.findByRole('main')
    await user.type(await within(main).findByLabelText('E-poçt'), leyla.email)
    await user.type(within(main).getByLabelText('Şifrə'), 'correct horse')
    await user.click(within(main).getByRole('button', { name: 'Daxil olun' }))
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/az/shop?category=2'))
  })

  it('goes to the account instead of another site', async () => {
    const { user } = visit('/login?returnUrl=%2F%2Fevil.example')
    await signInAs(user, leyla.email)
    await waitFor(() => expect(window.location.pathname).toBe('/account'))
  })

  it('shows an error for a wrong e-mail or password, and stays', async () => {
    const { user } = visit('/login')
    await signInAs(user, 'other@example.com')
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong e-mail or password.')
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
    expect(window.location.pathname).toBe('/login')

    await user.clear(screen.getByLabelText('Password'))
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Some fields need correcting'))
    expect(screen.getByRole('alert')).toHaveFocus()
  })

  it('validates a field on blur and all fields on submit, and sends nothing', async () => {
    const { user } = visit('/login')
    const email = await screen.findByLabelText('E-mail')
    await user.type(email, 'leyla')
    await user.tab()
    expect(await screen.findByText(/The address is not complete/)).toBeVisible()
    expect(email).toHaveAccessibleDescription(/The address is not complete/)
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Sign in' }))
    const summary = await screen.findByRole('alert')
    await waitFor(() => expect(summary).toHaveFocus())
    await user.click(within(summary).getByRole('button', { name: 'Password' }))
    expect(screen.getByLabelText('Password')).toHaveFocus()
    await user.type(email, '@example.com')
    expect(email).not.toHaveAttribute('aria-invalid')
    expect(state.calls).toEqual([])
  })

  it('shows and hides the password', async () => {
    const { user } = visit('/login')
    const password = await screen.findByLabelText('Password')
    expect(password).toHaveAttribute('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Show the password' }))
    expect(password).toHaveAttribute('type', 'text')
    await user.click(screen.getByRole('button', { name: 'Hide the password' }))
    expect(password).toHaveAttribute('type', 'password')
  })

  it('redirects an old address to the sign-in screen', async () => {
    visit('/auth/login?returnUrl=%2Fshop')
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/login?returnUrl=%2Fshop'))
  })
})

describe('registering', () => {
  const fill = async (user: ReturnType<typeof visit>['user'], email: string) => {
    await user.type(await screen.findByLabelText('First name'), 'Leyla')
    await user.type(screen.getByLabelText('Last name'), 'Nümunə')
    await user.type(screen.getByLabelText('E-mail'), email)
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Create an account' }))
  }

  it('signs in with the new account', async () => {
    const { state, handlers } = customer({ signedIn: false })
    const bodies: unknown[] = []
    server.use(
      ...handlers,
      http.post('*/api/v1.0/Auth/register', async ({ request }) => {
        bodies.push(await request.json())
        return ok()
      }),
    )
    const { user } = visit('/register')
    await fill(user, leyla.email)
    await waitFor(() => expect(window.location.pathname).toBe('/account'))
    expect(bodies).toEqual([{ name: 'Leyla', lastname: 'Nümunə', email: leyla.email, password: 'correct horse' }])
    expect(state.signedIn).toBe(true)
  })

  it('asks to check the mail if the e-mail has an account', async () => {
    const { handlers } = customer({ signedIn: false })
    server.use(
      ...handlers,
      http.post('*/api/v1.0/Auth/register', () => ok()),
    )
    const { user } = visit('/register')
    await fill(user, 'known@example.com')
    expect(await screen.findByRole('heading', { name: 'Check your mail' })).toBeVisible()
  })

  it('shows the error of the server at the field', async () => {
    server.use(
      http.post('*/api/v1.0/Auth/register', () => errorResponse(400, 'Some fields are wrong.', { password: 'PASSWORD.TOO_COMMON' })),
    )
    const { user } = visit('/register')
    await fill(user, leyla.email)
    expect(await screen.findByLabelText('Password')).toHaveAccessibleDescription(/known to many/)
    expect(screen.getByRole('alert')).toHaveTextContent('Some fields are wrong.')
  })
})

describe('a forgotten password', () => {
  it('shows the same answer with and without an account', async () => {
    const bodies: unknown[] = []
    server.use(
      http.post('*/api/v1.0/Auth/forgot-password', async ({ request }) => {
        bodies.push(await request.json())
        return ok()
      }),
    )
    const { user } = visit('/forgot-password')
    await user.type(await screen.findByLabelText('E-mail'), leyla.email)
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    expect(await screen.findByText(/If leyla@example.com has an account/)).toBeVisible()
    expect(bodies).toEqual([{ email: leyla.email }])
  })

  it('is replaced with the token, which is removed from the address at once', async () => {
    const bodies: unknown[] = []
    server.use(
      http.post('*/api/v1.0/Auth/reset-password', async ({ request }) => {
        bodies.push(await request.json())
        return ok()
      }),
    )
    const { user } = visit('/reset-password#token=secret')
    const field = await screen.findByLabelText('New password')
    expect(window.location.href).not.toContain('secret')
    await user.type(field, 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Save the new password' }))
    expect(await screen.findByRole('heading', { name: 'The password is changed' })).toBeVisible()
    expect(bodies).toEqual([{ token: 'secret', newPassword: 'correct horse' }])
  })

  it('shows that a link has expired', async () => {
    server.use(http.post('*/api/v1.0/Auth/reset-password', () => errorResponse(400, 'Dead.', { token: 'RESET.NOT_FOUND' })))
    const { user } = visit('/reset-password?token=old')
    await user.type(await screen.findByLabelText('New password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Save the new password' }))
    expect(await screen.findByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/forgot-password')
  })
})

describe('a link to verify the e-mail address', () => {
  const visitLink = async (token: string) => {
    const { user } = visit(`/verify-email#token=${token}`)
    return { user, confirm: await screen.findByRole('button', { name: 'Confirm the address' }) }
  }

  it('sends the token once the button is pressed, and removes it from the address at once', async () => {
    const bodies: unknown[] = []
    server.use(
      http.post('*/api/v1.0/Auth/verify-email', async ({ request }) => {
        bodies.push(await request.json())
        return ok()
      }),
    )
    const { user, confirm } = await visitLink('secret')
    expect(window.location.href).not.toContain('secret')
    expect(bodies).toEqual([])
    await user.click(confirm)
    expect(await screen.findByRole('heading', { name: 'The address is confirmed' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to your account' })).toHaveAttribute('href', '/account')
    expect(bodies).toEqual([{ token: 'secret', password: '' }])
  })

  it('asks for the password where the account is not signed in', async () => {
    server.use(
      http.post('*/api/v1.0/Auth/verify-email', async ({ request }) => {
        const { password } = (await request.json()) as { password: string }
        return password === 'correct horse' ? ok() : errorResponse(400, 'Password.', { password: 'FIELD.REQUIRED' })
      }),
    )
    const { user, confirm } = await visitLink('secret')
    await user.click(confirm)
    await user.type(await screen.findByLabelText('Password'), 'correct horse')
    expect(screen.getByRole('link', { name: /Choose a new password/ })).toHaveAttribute('href', '/forgot-password')
    await user.click(screen.getByRole('button', { name: 'Confirm the address' }))
    expect(await screen.findByRole('heading', { name: 'The address is confirmed' })).toBeVisible()
  })

  it('shows that it has expired', async () => {
    server.use(http.post('*/api/v1.0/Auth/verify-email', () => errorResponse(400, 'Dead.', { token: 'VERIFICATION.DEAD_TOKEN' })))
    const { user, confirm } = await visitLink('old')
    await user.click(confirm)
    expect(await screen.findByText(/This link does not work any more/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Confirm the address' })).not.toBeInTheDocument()
  })

  it('can be tried again after a failure', async () => {
    server.use(http.post('*/api/v1.0/Auth/verify-email', () => errorResponse(503), { once: true }))
    const { user, confirm } = await visitLink('secret')
    await user.click(confirm)
    expect(await screen.findByRole('alert')).toHaveTextContent('The address was not confirmed.')
    server.use(http.post('*/api/v1.0/Auth/verify-email', () => ok()))
    await user.click(screen.getByRole('button', { name: 'Confirm the address' }))
    expect(await screen.findByRole('heading', { name: 'The address is confirmed' })).toBeVisible()
  })
})

describe('a session', () => {
  it('is renewed once after it expires, and the call repeated', async () => {
    const { handlers } = customer()
    let refused = 0
    server.use(
      http.get(
        '*/api/v1.0/account/dashboard',
        () => {
          refused += 1
          return errorResponse(401)
        },
        { once: true },
      ),
      ...handlers,
    )
    visit('/account')
    expect(await screen.findByRole('heading', { name: 'Recent orders' })).toBeVisible()
    expect(refused).toBe(1)
    expect(window.location.pathname).toBe('/account')
  })

  it('goes to the sign-in screen and back when it has ended', async () => {
    const { state, handlers } = customer()
    server.use(...handlers)
    const { user } = visit('/ru/account?section=addresses')
    const link = await screen.findByRole('link', { name: 'Заказы' })
    server.use(http.get('*/api/v1.0/account/orders', () => errorResponse(401)))
    state.signedIn = false
    await user.click(link)
    await waitFor(() => expect(window.location.pathname).toBe('/ru/login'))
    expect(new URLSearchParams(window.location.search).get('returnUrl')).toBe('/ru/account?section=orders')
  })

  it("ends on signing out and removes the visitor's data", async () => {
    const { state, handlers } = customer()
    localStorage.setItem('favorites', '[1]')
    for (const key of ['form:checkout', 'quote:1']) sessionStorage.setItem(key, '{}')
    server.use(...handlers)
    const { user } = visit('/account')
    await user.click(await screen.findByRole('button', { name: 'Account' }))
    const [menuItem] = screen.getAllByRole('button', { name: 'Sign out' })
    if (menuItem === undefined) throw new Error('no way to sign out')
    await user.click(menuItem)
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/login'))
    expect(localStorage.getItem('favorites')).toBe('[]')
    expect(Object.keys(sessionStorage).filter((key) => /^(form|quote):/.test(key))).toEqual([])
    expect(state.calls.map(({ path }) => path)).toEqual(['/Auth/sign-out'])
    expect(await screen.findByRole('link', { name: 'Sign in' })).toBeVisible()
  })

  it('continues if signing out fails twice', async () => {
    const { state, handlers } = customer()
    let tries = 0
    server.use(
      http.post('*/api/v1.0/Auth/sign-out', () => {
        tries += 1
        return errorResponse(503)
      }),
      ...handlers,
    )
    const { user } = visit('/account')
    await user.click(await screen.findByRole('button', { name: 'Sign out' }))
    expect(await screen.findByText(/You are still signed in/)).toBeVisible()
    expect(tries).toBe(2)
    expect(state.signedIn).toBe(true)
    expect(window.location.pathname).toBe('/account')
  })

  it('is required by the account', async () => {
    visit('/account?section=orders')
    await waitFor(() => expect(window.location.pathname).toBe('/login'))
    expect(new URLSearchParams(window.location.search).get('returnUrl')).toBe('/account?section=orders')
  })
})
