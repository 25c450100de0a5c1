import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { expect, it } from 'vitest'
import type { DeadLetter } from '@desk/api/records'
import { inMinutes, session, tural } from '@desk/testing/fixtures'
import { base, list, ok } from '@desk/testing/handlers'
import { violations, visit } from '@desk/testing/render'

const letter: DeadLetter = {
  service: 'inquiry',
  id: '01936b2e-7c00-7000-8000-000000000901',
  subject: 'storefront.order.created',
  consumer: 'inquiry-win-quote',
  reason: 'rejected: the order has ended',
  at: inMinutes(-60),
}

it('lists the events that failed for good, names what is missing, and has them handled again', async () => {
  const owner = { ...tural, permissions: [...tural.permissions, 'deadLetters' as const] }
  let letters = [letter]
  const replayed: string[] = []
  const { user } = visit(
    '/mail/set-aside',
    owner,
    session(owner),
    http.get(`${base}/dead-letters`, () => list(letters, null, letters.length, ['order'])),
    http.post(`${base}/dead-letters/:service/:id/replay`, ({ params }) => {
      replayed.push(`${String(params.service)} ${String(params.id)}`)
      letters = []
      return ok()
    }),
  )
  expect(await screen.findByText('rejected: the order has ended')).toBeVisible()
  expect(screen.getByText(/Some services do not answer/)).toBeVisible()
  expect(await violations()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Replay storefront.order.created' }))
  expect(await screen.findByText('Nothing is set aside')).toBeVisible()
  await waitFor(() => expect(replayed).toEqual([`inquiry ${letter.id}`]))
})
