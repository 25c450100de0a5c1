import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, it } from 'vitest'
import type { SavedView } from '@desk/api/records'
import { inMinutes, nigar, nigarAsPerson, session } from '@desk/testing/fixtures'
import { base, list, ok } from '@desk/testing/handlers'
import { makeOrder } from '@desk/testing/orders'
import { violations, visit } from '@desk/testing/render'

// jsdom has none; the menu sends one for a key.
window.PointerEvent = MouseEvent as unknown as typeof PointerEvent

const view: SavedView = {
  id: '01936b2e-7c00-7000-8000-000000000801',
  name: 'Sabah',
  filter: 'status=Shipped',
  columns: ['number', 'delivery'],
  isShared: false,
  owner: nigarAsPerson,
  version: 1,
  changedAt: inMinutes(-60),
}

async function open(path: string) {
  const opened = visit(
    path,
    nigar,
    session(nigar),
    http.get(`${base}/orders/counts`, () => ok({})),
    http.get(`${base}/orders`, () => list([makeOrder()])),
  )
  opened.state.views = [view]
  await screen.findByRole('table')
  return opened
}

const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent)

it('hides columns by the keyboard and keeps that in the browser', async () => {
  const { user } = await open('/orders')
  const all = headers()
  expect(all).toContain('Payment')
  screen.getByRole('button', { name: 'Columns' }).focus()
  await user.keyboard('{Enter}')
  const menu = await screen.findByRole('menu')
  // The name of a record and its buttons stay.
  expect(within(menu).queryByRole('menuitemcheckbox', { name: 'Order' })).toBeNull()
  const payment = within(menu).getByRole('menuitemcheckbox', { name: 'Payment' })
  for (let presses = 0; document.activeElement !== payment && presses < 9; presses += 1) await user.keyboard('{ArrowDown}')
  await user.keyboard(' ')
  expect(payment).toHaveAttribute('aria-checked', 'false')
  expect(await violations()).toEqual([])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(headers()).toEqual(all.filter((header) => header !== 'Payment')))
  expect(localStorage.getItem('desk.columns./desk/orders')).toBe('payment')
})

it('shows the columns of a view, and saves them with it', async () => {
  const { user, state } = await open(`/orders?status=Shipped&view=${view.id}`)
  await waitFor(() => expect(headers()).not.toContain('Payment'))
  expect(screen.queryByText('“Sabah” is changed')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Payment' }))
  await user.keyboard('{Escape}')
  expect(headers()).toContain('Payment')
  expect(await screen.findByText('“Sabah” is changed')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(state.views[0]?.columns).toEqual(['number', 'payment', 'delivery']))
  await waitFor(() => expect(screen.queryByText('“Sabah” is changed')).toBeNull())
})
