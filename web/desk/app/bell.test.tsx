import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { queryClient } from '@desk/api/query-client'
import type { Notice } from '@desk/api/records'
import { inMinutes, marina, nigar } from '@desk/testing/fixtures'
import { base, ok } from '@desk/testing/handlers'
import { violations, visit } from '@desk/testing/render'
import { server } from '@desk/testing/server'
import { sendEvent } from '@desk/testing/stream'

const makeNotice = (id: string, kind: Notice['kind'], changes: Partial<Notice> = {}): Notice => ({
  id,
  kind,
  about: { kind: 'quote', number: marina },
  offerId: null,
  actor: null,
  at: inMinutes(-10),
  readAt: null,
  quotes: 0,
  orders: 0,
  excess: null,
  ...changes,
})

const elcin = { id: '01936b2e-7c00-7000-8000-000000000004', name: 'Elçin Quliyev' }

describe('the bell', () => {
  it('counts what is unread, tells what happened, and opens the record', async () => {
    const { user, state } = visit('/me')
    const bell = await screen.findByRole('button', { name: 'Notifications' })
    state.notices = [
      makeNotice('n1', 'mention', { actor: elcin }),
      makeNotice('n2', 'offerAccepted', { offerId: 'o1' }),
      makeNotice('n5', 'approvalAsked', {
        actor: elcin,
        offerId: 'o1',
        excess: { line: 2, percent: 21, allowed: 15 },
        readAt: inMinutes(-5),
      }),
      makeNotice('n4', 'workHandedOver', { actor: elcin, quotes: 3, orders: 1, readAt: inMinutes(-5) }),
      makeNotice('n3', 'orderAssigned', { about: { kind: 'order', number: 'SB-4K7Q2M0X' }, readAt: inMinutes(-5) }),
    ]
    sendEvent('change', { kind: 'notice', id: nigar.id, what: 'changed', version: null, by: null, at: inMinutes(0) })
    await waitFor(() => expect(bell).toHaveAccessibleName('Notifications: 2 unread'))

    await user.click(bell)
    const panel = await screen.findByRole('dialog', { name: 'Notifications' })
    const links = await within(panel).findAllByRole('link')
    const [first = panel, , asked = panel, handedOver = panel, last = panel] = links
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/desk/quotes/${marina}`,
      `/desk/quotes/${marina}/offer/o1`,
      `/desk/quotes/${marina}/offer/o1`,
      '/desk/quotes?assignee=me',
      '/desk/orders/SB-4K7Q2M0X',
    ])
    expect(first).toHaveAccessibleName(/^Unread: Elçin Quliyev mentions you/)
    expect(asked).toHaveAccessibleName(/asks for an approval · Line 2: 21 %, limit 15 % \(\+6 %\)/)
    expect(handedOver).toHaveAccessibleName(/hands a colleague's work over to you: quotes – 3, orders – 1/)
    expect(last).toHaveAccessibleName(/^You are now responsible for the order/)
    expect(await violations()).toEqual([])

    await user.click(first)
    await waitFor(() => expect(window.location.pathname).toBe(`/desk/quotes/${marina}`))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await waitFor(() => expect(bell).toHaveAccessibleName('Notifications: 1 unread'))
    expect(state.calls.find(({ path }) => path === 'notices/read')?.body).toEqual({ ids: ['n1'] })
  })

  it('counts what happened between the page and the opening of the event stream', async () => {
    const { state } = visit('/me')
    const bell = await screen.findByRole('button', { name: 'Notifications' })
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    state.notices = [makeNotice('n1', 'mention', { actor: elcin })]
    sendEvent('open')
    await waitFor(() => expect(bell).toHaveAccessibleName('Notifications: 1 unread'))
  })

  it('counts what happened while an earlier count is on its way', async () => {
    let answerEarlier = (): void => undefined
    const earlier = new Promise<void>((resolve) => {
      answerEarlier = resolve
    })
    let asked = 0
    visit('/me')
    server.use(
      http.get(`${base}/notices/count`, async () => {
        asked += 1
        if (asked > 1) return ok({ unread: 1 })
        await earlier
        return ok({ unread: 0 })
      }),
    )
    const bell = await screen.findByRole('button', { name: 'Notifications' })
    await waitFor(() => expect(asked).toBe(1))
    sendEvent('open')
    answerEarlier()
    await waitFor(() => expect(bell).toHaveAccessibleName('Notifications: 1 unread'))
  })

  it('opens by a key, marks all as read and closes by Escape', async () => {
    const { user, state } = visit('/me')
    const bell = await screen.findByRole('button', { name: 'Notifications' })
    const newest = makeNotice('n1', 'changeAsked')
    state.notices = [newest, makeNotice('n2', 'newQuote')]
    await user.keyboard('gb')
    const panel = await screen.findByRole('dialog', { name: 'Notifications' })
    expect(await within(panel).findByText('The customer wants a change of the offer')).toBeVisible()
    sendEvent('change', { kind: 'notice', id: nigar.id, what: 'changed', version: null, by: null, at: inMinutes(0) })
    const readAll = within(panel).getByRole('button', { name: 'Mark all as read' })
    await waitFor(() => expect(readAll).toBeEnabled())
    await user.click(readAll)
    await waitFor(() => expect(within(panel).queryByText(/^Unread/)).not.toBeInTheDocument())
    expect(state.calls.find(({ path }) => path === 'notices/read')?.body).toEqual({ all: true, until: newest.at })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(bell).toHaveFocus()
  })
})
