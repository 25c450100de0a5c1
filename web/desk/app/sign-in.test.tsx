import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { cutBody } from '@shared/testing/cut-body'
import { useSession } from '@desk/api/session'
import { inMinutes, nigar, session } from '@desk/testing/fixtures'
import { base, ok, refuse } from '@desk/testing/handlers'
import { visit, violations } from '@desk/testing/render'
import { server } from '@desk/testing/server'
import { sendEvent } from '@desk/testing/stream'

const code = () => screen.findByLabelText(/six-digit code/i)

describe('signing in', () => {
  it('asks for password and code, then opens the screen that was asked for', async () => {
    const { user } = visit('/quotes?assignee=me', nigar, null)
    await user.type(await screen.findByLabelText('E-mail'), nigar.email)
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText(nigar.email)).toBeVisible()
    expect(await code()).toHaveAttribute('autocomplete', 'one-time-code')
    expect(await violations()).toEqual([])
    await user.type(await code(), '407193')
    expect(await screen.findByRole('heading', { name: 'Quotes' })).toBeVisible()
    expect(window.location.pathname + window.location.search).toBe('/desk/quotes?assignee=me')
  })

  it('refuses a wrong password in words', async () => {
    const { user } = visit('/sign-in', nigar, null)
    await user.type(await screen.findByLabelText('E-mail'), nigar.email)
    await user.type(screen.getByLabelText('Password'), 'wrong horse')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong e-mail or password.')
  })

  it('clears a wrong code, says so, and takes a recovery code', async () => {
    const { user } = visit('/second-step', nigar, session(null, 'code'))
    await user.type(await code(), '111111')
    expect(await screen.findByRole('alert')).toHaveTextContent('The code is wrong')
    expect(await code()).toHaveValue('')
    expect(await code()).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    await user.type(await screen.findByLabelText('Recovery code'), '7Q2M-04XK{Enter}')
    expect(await screen.findByRole('heading', { name: /wait longer than promised/ })).toBeVisible()
  })

  it('starts again where the time for the code has run out, says so, and opens what was asked for', async () => {
    const { user, state } = visit('/quotes?assignee=me', nigar, session(null, 'code'))
    await code()
    state.session = null
    server.use(http.post(`${base}/session/second-factor`, () => refuse(401, { general: 'ERROR.SIGN_IN' }), { once: true }))
    await user.type(await code(), '407193')
    expect(await screen.findByText(/The time for the code has run out/)).toBeVisible()
    await user.type(screen.getByLabelText('E-mail'), nigar.email)
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await user.type(await code(), '407193')
    expect(await screen.findByRole('heading', { name: 'Quotes' })).toBeVisible()
    expect(window.location.search).toBe('?assignee=me')
  })

  it('ends no session in a step of another one', async () => {
    const { user } = visit('/second-step', nigar, null)
    await user.type(await screen.findByLabelText('E-mail'), nigar.email)
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await user.type(await code(), '407193')
    expect(await screen.findByRole('heading', { name: /wait longer than promised/ })).toBeVisible()
  })

  it('gives the secret to an app of this device or to the clipboard', async () => {
    const { user } = visit('/', nigar, session(null, 'enrol'))
    expect(await screen.findByRole('link', { name: 'Open in the app of this device' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^otpauth:\/\/totp\//),
    )
    await user.click(screen.getByRole('button', { name: 'Copy the key' }))
    expect(await navigator.clipboard.readText()).toBe('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')
  })

  it('enrols a factor and shows the recovery codes once, until they are kept', async () => {
    const { user } = visit('/', nigar, session(null, 'enrol'))
    expect(await screen.findByRole('img', { name: 'QR code for the app' })).toBeVisible()
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
    await user.type(screen.getByLabelText(/six digits/i), '407193')
    expect(await screen.findByText('7Q2M-04XK')).toBeVisible()
    const next = screen.getByRole('button', { name: 'Continue' })
    expect(next).toBeDisabled()
    await user.click(screen.getByRole('checkbox'))
    await user.click(next)
    expect(await screen.findByRole('heading', { name: /wait longer than promised/ })).toBeVisible()
  })

  it('asks for the link of a mail where the password alone does not enrol, and keeps its token while the person signs in', async () => {
    const tokens: unknown[] = []
    const link = http.post(`${base}/me/second-factors`, async ({ request }) => {
      const { token } = (await request.clone().json()) as { token?: string }
      tokens.push(token)
      return token === 'good' ? undefined : refuse(403, { general: 'DESK.ENROLMENT_LINK' })
    })
    const { user, state } = visit('/', nigar, session(null, 'enrol'), link)
    await user.click(await screen.findByRole('button', { name: 'Send the link' }))
    expect(await screen.findByText(/The link is on its way/)).toBeVisible()
    expect(state.calls.at(-1)?.path).toBe('me/second-factors/link')
    expect(await violations()).toEqual([])
    window.location.hash = '#token=good'
    expect(await screen.findByRole('img', { name: 'QR code for the app' })).toBeVisible()
    expect(window.location.hash).toBe('')
    expect(tokens).toEqual([undefined, 'good'])
  })

  it('accepts an invitation, then goes to the second step', async () => {
    const { user } = visit('/welcome#token=good', nigar, null)
    expect(await screen.findByText(/sabina@example.com as Editor/)).toBeVisible()
    expect(window.location.href).not.toContain('good')
    await user.type(screen.getByLabelText('First name'), 'Səbinə')
    await user.type(screen.getByLabelText('Last name'), 'Kərimova')
    await user.type(screen.getByLabelText('New password'), 'a long password')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByRole('heading', { name: 'Set up the second step' })).toBeVisible()
  })

  it('takes name and language of an invitation over', async () => {
    const invited = { email: 'sabina@example.com', role: 'editor', hasAccount: false, expiresAt: inMinutes(60) }
    const view = http.post(`${base}/invitations/view`, () => ok({ ...invited, name: 'Səbinə', lastname: 'Kərimova', language: 'ru' }))
    visit('/welcome#token=good', nigar, null, view)
    expect(await screen.findByLabelText('Имя')).toHaveValue('Səbinə')
    expect(screen.getByLabelText('Фамилия')).toHaveValue('Kərimova')
  })

  it('says that an invitation has expired', async () => {
    visit('/welcome?token=old', nigar, null)
    expect(await screen.findByRole('alert')).toHaveTextContent('The invitation has expired.')
  })
})

/** Answers that do not say whether the session is live, and what the screen says of them. */
const silences = [
  ['there is no network', () => HttpResponse.error(), /No connection/],
  ['the server is busy', () => refuse(503, { general: 'ERROR.UNAVAILABLE' }), /The service does not answer now/],
  ['the answer ends after its head', () => new HttpResponse(cutBody()), /No connection/],
] as const

describe('a session', () => {
  const draft = `desk.draft.note.${nigar.id}.SQ-7Q2M04XK`

  it('that ends elsewhere leads to the sign-in screen, which says so', async () => {
    const { state } = visit('/quotes')
    expect(await screen.findByText('Orxan Nəsirov')).toBeVisible()
    state.session = null
    sendEvent('ended')
    expect(await screen.findByText(/Your session has ended/)).toBeVisible()
    expect(window.location.pathname).toBe('/desk/sign-in')
  })

  it('that the owner ended says so, whichever call finds it out', async () => {
    const { user } = visit('/quotes')
    expect(await screen.findByText('Orxan Nəsirov')).toBeVisible()
    const ended = { success: false, data: null, message: null, errors: { general: 'DESK.ENDED_BY_OWNER' } }
    server.use(
      http.post(`${base}/session/validate`, () => HttpResponse.json(ended), { once: true }),
      http.get(`${base}/quotes/:number`, () => refuse(401, { general: 'ERROR.SIGN_IN' }), { once: true }),
    )
    await user.click(screen.getByText('Orxan Nəsirov'))
    expect(await screen.findByText(/Somebody who manages the team ended your session/)).toBeVisible()
  })

  it('is renewed once after a 401, and the call is repeated', async () => {
    let refusals = 0
    visit('/quotes')
    server.use(
      http.get(`${base}/quotes`, () => {
        if (refusals > 0) return undefined
        refusals += 1
        return refuse(401, { general: 'ERROR.SIGN_IN' })
      }),
    )
    expect(await screen.findByText('Orxan Nəsirov')).toBeVisible()
    expect(refusals).toBe(1)
  })

  it.each(silences)('that cannot be checked, as %s, says so, offers a retry and keeps what is typed', async (_, answer, text) => {
    localStorage.setItem(draft, 'half a sentence')
    visit('/quotes', nigar, session(nigar), http.post(`${base}/session/validate`, answer, { once: true }))
    const retry = await screen.findByRole('button', { name: 'Retry' })
    expect(screen.getByRole('alert')).toHaveTextContent(text)
    expect(localStorage.getItem(draft)).toBe('half a sentence')
    retry.click()
    await waitFor(() => expect(screen.getByText('Orxan Nəsirov')).toBeVisible())
    expect(localStorage.getItem(draft)).toBe('half a sentence')
  })

  it.each(silences)('stays, with what is typed, if its renewal fails, as %s', async (_, answer) => {
    localStorage.setItem(draft, 'half a sentence')
    const { user } = visit('/quotes')
    expect(await screen.findByText('Orxan Nəsirov')).toBeVisible()
    let asked = 0
    server.use(
      http.post(`${base}/session/validate`, () => {
        asked += 1
        return answer()
      }),
      http.get(`${base}/quotes/:number`, () => refuse(401, { general: 'ERROR.SIGN_IN' })),
    )
    await user.click(screen.getByText('Orxan Nəsirov'))
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible()
    expect(asked).toBeGreaterThan(0)
    expect(useSession.getState().status).toBe('live')
    expect(localStorage.getItem(draft)).toBe('half a sentence')
  })
})
