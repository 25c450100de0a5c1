import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { SavedView } from '@desk/api/records'
import { inMinutes, nigar, nigarAsPerson, rashad, session, tural } from '@desk/testing/fixtures'
import { base, list, ok } from '@desk/testing/handlers'
import { makeOrder } from '@desk/testing/orders'
import { violations, visit } from '@desk/testing/render'

const makeView = (changes: Partial<SavedView> = {}): SavedView => ({
  id: '01936b2e-7c00-7000-8000-000000000801',
  name: 'Sabah',
  filter: 'status=Shipped&sort=delivery',
  columns: ['orderNumber', 'status'],
  isShared: false,
  owner: nigarAsPerson,
  version: 1,
  changedAt: inMinutes(-60),
  ...changes,
})

const orders = [http.get(`${base}/orders/counts`, () => ok({})), http.get(`${base}/orders`, () => list([makeOrder()]))]

/** Opens the orders with saved views. */
async function open(me: typeof nigar, views: SavedView[], path = '/orders') {
  const opened = visit(path, me, session(me), ...orders)
  opened.state.views = views
  const group = await screen.findByRole('group', { name: 'Views' })
  return { ...opened, group, address: () => Object.fromEntries(new URLSearchParams(window.location.search)) }
}

describe('saved views', () => {
  it('show their rows, say that they are changed, and are saved', async () => {
    const { user, state, group, address } = await open(nigar, [makeView()])
    await user.click(await within(group).findByRole('button', { name: 'Sabah' }))
    const id = makeView().id
    expect(address()).toEqual({ status: 'Shipped', sort: 'delivery', view: id })
    expect(within(group).getByRole('button', { name: 'Sabah' })).toHaveAttribute('aria-pressed', 'true')
    await user.click(screen.getByRole('button', { name: /^Filters/ }))
    await user.selectOptions(await screen.findByLabelText('Assignee'), 'me')
    await user.keyboard('{Escape}')
    expect(await within(group).findByText('“Sabah” is changed')).toBeVisible()
    expect(await violations()).toEqual([])
    await user.click(within(group).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(state.views[0]).toMatchObject({ version: 2, isShared: false, name: 'Sabah' }))
    expect(Object.fromEntries(new URLSearchParams(state.views[0]?.filter))).toEqual({ status: 'Shipped', sort: 'delivery', assignee: 'me' })
    await waitFor(() => expect(within(group).queryByText('“Sabah” is changed')).toBeNull())
  })

  it('are taken back, and saved as another one', async () => {
    const { user, state, group, address } = await open(nigar, [makeView()], `/orders?status=Pending&view=${makeView().id}`)
    await within(group).findByText('“Sabah” is changed')
    await user.click(within(group).getByRole('button', { name: 'Save as a new view' }))
    const dialog = await screen.findByRole('dialog')
    // Only those who may share are asked.
    expect(within(dialog).queryByRole('checkbox')).toBeNull()
    await user.type(within(dialog).getByLabelText('Name'), 'Yeni{Enter}')
    await waitFor(() => expect(state.views.map(({ name, filter }) => [name, filter])).toContainEqual(['Yeni', 'status=Pending']))
    expect(await within(group).findByRole('button', { name: 'Yeni' })).toHaveAttribute('aria-pressed', 'true')
    expect(address().view).toBe(state.views.find(({ name }) => name === 'Yeni')?.id)
  })

  it.each([
    ['own', nigar, makeView(), true],
    ["a colleague's shared", nigar, makeView({ isShared: true, owner: rashad }), false],
    ["a colleague's shared, of an owner", tural, makeView({ isShared: true, owner: rashad }), true],
  ] as const)('of %s can be changed by right', async (_, me, view, may) => {
    const { user, group } = await open(me, [view], `/orders?status=Pending&view=${view.id}`)
    await within(group).findByText('“Sabah” is changed')
    expect(within(group).queryByRole('button', { name: 'Save' }) !== null).toBe(may)
    await user.click(within(group).getByRole('button', { name: 'Views' }))
    await screen.findByRole('menuitem', { name: 'Save as a new view' })
    expect(screen.queryByRole('menuitem', { name: 'Delete the view' }) !== null).toBe(may)
  })

  it('that somebody saved first are named, and saved again', async () => {
    const { user, state, group } = await open(nigar, [makeView()], `/orders?status=Pending&view=${makeView().id}`)
    await within(group).findByText('“Sabah” is changed')
    state.views = [makeView({ version: 5, name: 'Sabahkı' })]
    await user.click(within(group).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/Somebody changed “Sabahkı” meanwhile/)).toBeVisible()
    await user.click(within(group).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(state.views[0]).toMatchObject({ version: 6, name: 'Sabahkı', filter: 'status=Pending' }))
  })

  it('are deleted with a way back', async () => {
    const { user, state, group } = await open(nigar, [makeView()], '/orders?status=Shipped&sort=delivery')
    await within(group).findByRole('button', { name: 'Sabah', pressed: true })
    await user.click(within(group).getByRole('button', { name: 'Views' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete the view' }))
    await waitFor(() => expect(state.views).toEqual([]))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(state.views).toHaveLength(1))
  })
})
