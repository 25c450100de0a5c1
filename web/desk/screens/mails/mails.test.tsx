import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Mail } from '@desk/api/records'
import { mailReason } from '@desk/lib/mails'
import { inMinutes, marina, nigar, session } from '@desk/testing/fixtures'
import { base, list, ok } from '@desk/testing/handlers'
import { violations, visit } from '@desk/testing/render'
import { sendEvent } from '@desk/testing/stream'

const makeMail = (id: string, changes: Partial<Mail> = {}): Mail => ({
  id,
  eventId: id,
  kind: 'offer_sent',
  about: { kind: 'quote', number: marina },
  state: 'failed',
  attempts: 3,
  reason: 'the mail server refused the recipient: 550 5.1.1',
  createdAt: inMinutes(-60),
  nextAttemptAt: null,
  sentAt: null,
  ...changes,
})

const manager = { ...nigar, role: 'manager' as const, permissions: [...nigar.permissions, 'mail.read' as const, 'activity.read' as const] }

describe('the mails', () => {
  it('say what they are about and why they did not go out, and go out again', async () => {
    let mails = [
      makeMail('m1'),
      makeMail('m2', { kind: 'order_received', about: { kind: 'order', number: 'SB-4K7Q2M0X' }, state: 'sent', reason: null }),
    ]
    const queries: string[] = []
    const { user } = visit(
      '/mails',
      manager,
      session(manager),
      http.get(`${base}/mails`, ({ request }) => {
        queries.push(new URL(request.url).search)
        return list(mails)
      }),
      http.post(`${base}/mails/m1/retry`, () => {
        mails = mails.map((mail) => (mail.id === 'm1' ? { ...mail, state: 'waiting' as const, reason: null } : mail))
        return ok(mails[0])
      }),
    )
    const link = await screen.findByRole('link', { name: marina })
    const row = link.closest('tr') ?? document.body
    expect(link).toHaveAttribute('href', `/desk/quotes/${marina}`)
    expect(within(row).getByText('Not sent')).toBeVisible()
    expect(within(row).getByText('No mail can go to this address. Check it with the customer.')).toBeVisible()
    expect(await violations()).toEqual([])

    await user.click(within(row).getByRole('button', { name: 'Send again: Offer' }))
    expect(await within(row).findByText('Being sent')).toBeVisible()
    // The state is live.
    mails = mails.map((mail) => ({ ...mail, state: 'sent' as const, reason: null }))
    sendEvent('change', { kind: 'mail', id: 'm1', what: 'changed', version: null, by: null, at: inMinutes(0) })
    await waitFor(() => expect(within(row).getByText('Sent')).toBeVisible())
    expect(screen.queryByRole('button', { name: /^Send again/ })).not.toBeInTheDocument()

    await user.click(screen.getByRole('button', { name: 'Filters' }))
    expect(screen.queryByLabelText('Sort')).toBeNull()
    await user.selectOptions(await screen.findByLabelText('State'), 'Not sent')
    await waitFor(() => expect(queries.at(-1)).toContain('state=failed'))
    await user.keyboard('{Escape}')
    const chips = await screen.findByRole('list', { name: 'Filters' })
    await user.click(within(chips).getByRole('button', { name: 'Remove the filter: State: Not sent' }))
    await waitFor(() => expect(window.location.search).toBe(''))
    expect(chips).not.toBeInTheDocument()
  })

  it.each([
    ['too many mails to this recipient', 'MAILS.REASON_TOO_MANY'],
    ["no mail can go to the customer's address", 'MAILS.REASON_ADDRESS'],
    ['the mail server refused the message: 554 5.6.0', 'MAILS.REASON_REFUSED'],
    ['the mail server took longer than 30s', 'MAILS.REASON_SERVER'],
    ['the accounts: unavailable', 'MAILS.REASON_SERVICE'],
    ['the offer is gone', 'MAILS.REASON_GONE'],
    ['the time of the lapse is invalid', 'MAILS.REASON_OTHER'],
  ])('%s is told in words', (reason, text) => {
    expect(mailReason(reason)).toBe(text)
  })

  const sales = { ...nigar, permissions: [...nigar.permissions, 'mail.read' as const] }
  const ofRecord = () => {
    const asked: string[] = []
    const retried: string[] = []
    const handlers = [
      http.get(`${base}/mails`, ({ request }) => {
        asked.push(new URL(request.url).search)
        return list([makeMail('m1', { state: retried.length === 0 ? 'failed' : 'waiting' })])
      }),
      http.post(`${base}/mails/:id/retry`, ({ params }) => {
        retried.push(String(params.id))
        return ok(makeMail('m1', { state: 'waiting' }))
      }),
    ]
    return { asked, retried, handlers }
  }

  it('of a quote stand beside it for the seller who works on it, and go out again from there', async () => {
    const { asked, retried, handlers } = ofRecord()
    const { user, state } = visit('/quotes', sales, session(sales), ...handlers)
    const quote = state.quotes.get(marina)
    if (quote !== undefined) state.quotes.set(marina, { ...quote, assignee: { id: sales.id, name: 'Nigar Əliyeva' } })
    await user.click(await screen.findByRole('link', { name: /Марина/ }))
    const facts = await screen.findByRole('complementary', { name: 'Facts' })
    expect(await within(facts).findByText('Not sent')).toBeVisible()
    expect(asked).toEqual([`?quote=${marina}&limit=20`])
    expect(await violations()).toEqual([])
    await user.click(within(facts).getByRole('button', { name: 'Send again: Offer' }))
    expect(await within(facts).findByText('Being sent')).toBeVisible()
    expect(retried).toEqual(['m1'])
  })

  it("of a colleague's quote are not asked for by sales", async () => {
    const { asked, handlers } = ofRecord()
    const { user, state } = visit('/quotes', sales, session(sales), ...handlers)
    const quote = state.quotes.get(marina)
    if (quote !== undefined) state.quotes.set(marina, { ...quote, assignee: { id: 'other', name: 'Rəşad Quliyev' } })
    await user.click(await screen.findByRole('link', { name: /Марина/ }))
    await screen.findByRole('complementary', { name: 'Facts' })
    expect(asked).toEqual([])
  })
})
