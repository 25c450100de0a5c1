import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, it } from 'vitest'
import { activity, inMinutes, nigar, nigarAsPerson, tural } from '@desk/testing/fixtures'
import { base, list } from '@desk/testing/handlers'
import { visit, violations } from '@desk/testing/render'

it('the activity says in words what changed, links to the records and keeps the rest for details', async () => {
  const changed = {
    id: 'a9',
    at: inMinutes(-1),
    service: 'account',
    action: 'UpdateStaff',
    actor: nigarAsPerson,
    subject: { kind: 'staff', id: nigar.id },
    changes: { discountLimitPercent: [10, 15], phone: ['1', '1'], inner: ['x', 'y'] },
  }
  const { user } = visit(
    '/activity',
    tural,
    undefined,
    http.get(`${base}/activity`, () => list([changed, ...activity])),
  )
  const row = await screen.findByRole('row', { name: /changed a member of the team/ })
  expect(within(row).getByRole('link', { name: 'Nigar Əliyeva' })).toHaveAttribute('href', '/desk/team')
  expect(within(row).getByText(/10 → 15/)).toBeVisible()
  expect(within(row).getByText('discount limit')).toBeVisible()
  expect(within(row).getByText('inner')).not.toBeVisible()
  expect(await violations()).toEqual([])
  await user.click(within(row).getByText('Details'))
  expect(within(row).getByText('inner')).toBeVisible()
  expect(screen.getByRole('link', { name: 'SB-4K7Q2M0X' })).toHaveAttribute('href', '/desk/orders/SB-4K7Q2M0X')
})
