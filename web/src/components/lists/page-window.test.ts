import { describe, expect, it } from 'vitest'
import { canChangePage, pageWindow } from './page-window'

describe('pageWindow', () => {
  it.each([
    [1, 0, ''],
    [1, 1, '1'],
    [3, 5, '1 2 3 4 5'],
    [1, 6, '1 2 3 gap 6'],
    [2, 10, '1 2 3 gap 10'],
    [3, 10, '1 2 3 4 gap 10'],
    [4, 10, '1 gap 3 4 5 gap 10'],
    [7, 10, '1 gap 6 7 8 gap 10'],
    [8, 10, '1 gap 7 8 9 10'],
    [9, 10, '1 gap 8 9 10'],
    [10, 10, '1 gap 8 9 10'],
  ])('page %i of %i', (current, total, expected) => {
    expect(pageWindow(current, total).join(' ')).toBe(expected)
  })
})

it.each([
  [2, 1, 3, true],
  [1, 1, 3, false],
  [0, 1, 3, false],
  [4, 1, 3, false],
  [1.5, 1, 3, false],
])('change to %d from %i of %i', (next, current, total, expected) => {
  expect(canChangePage(next, current, total)).toBe(expected)
})
