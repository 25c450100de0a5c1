import { expect, it } from 'vitest'
import { compare } from './merge'

const base = { role: 'sales', phone: null, storeId: 'a', version: 1 }

it.each([
  ['merges a field that only they changed', { ...base, phone: '1', version: 2 }, { role: 'manager' }, [], 1],
  ['asks about a field that both changed', { ...base, role: 'editor', version: 2 }, { role: 'manager' }, ['role'], 0],
  ['does not ask where both wrote the same', { ...base, role: 'manager', version: 2 }, { role: 'manager' }, [], 0],
  ['asks about one field and merges the other', { ...base, role: 'editor', phone: '1' }, { role: 'manager' }, ['role'], 1],
])('%s', (_, present, changes, fields, merged) => {
  const result = compare(base, present, changes)
  expect(result.conflicts.map(({ field }) => field)).toEqual(fields)
  expect(result.merged).toBe(merged)
})
