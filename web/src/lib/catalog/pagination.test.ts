import { expect, it } from 'vitest'
import { parsePage, shownRange } from './pagination'

it.each([
  ['3', 3],
  ['0', 1],
  ['-1', 1],
  ['x', 1],
  [null, 1],
])('page %s of the query string', (value, expected) => {
  expect(parsePage(value)).toBe(expected)
})

it('returns the range of shown items', () => {
  expect(shownRange(3, 10, 4)).toEqual({ from: 21, to: 24 })
  expect(shownRange(1, 10, 0)).toEqual({ from: 0, to: 0 })
})
