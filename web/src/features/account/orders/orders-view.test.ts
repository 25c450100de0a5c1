import { expect, it } from 'vitest'
import { ordersPath, readOrdersView } from './orders-view'

it.each([
  ['section=orders', { page: 1, status: null, search: '', order: null }],
  ['section=orders&status=Shipped&page=2', { page: 2, status: 'Shipped', search: '', order: null }],
  ['section=orders&status=Lost&page=-1', { page: 1, status: null, search: '', order: null }],
  ['section=orders&search=%20oak%20', { page: 1, status: null, search: 'oak', order: null }],
  ['section=orders&order=7', { page: 1, status: null, search: '', order: '7' }],
])('reads %s', (search, view) => {
  expect(readOrdersView(search)).toEqual(view)
})

it('reads a written path as the same view', () => {
  const view = { page: 3, status: 'Pending', search: 'palıd şkaf', order: null } as const
  const path = ordersPath(view)
  expect(readOrdersView(path.slice(path.indexOf('?')))).toEqual(view)
  expect(ordersPath({})).toBe('/account?section=orders')
})
