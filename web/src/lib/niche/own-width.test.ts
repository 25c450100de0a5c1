import { expect, it } from 'vitest'
import { nicheOf, nicheRange } from './own-width'

it('finds what fills a niche, and the niche of such a range', () => {
  expect(nicheRange(243)).toEqual({ minWidth: 213, maxWidth: 243 })
  expect(nicheRange(20)).toEqual({ minWidth: 0, maxWidth: 20 })
  expect([nicheOf(nicheRange(243)), nicheOf(nicheRange(20))]).toEqual([243, 20])
})

it.each([
  [null, 243],
  [213, null],
  [200, 243],
  [null, null],
])('%j to %j is the range of no niche', (minWidth, maxWidth) => {
  expect(nicheOf({ minWidth, maxWidth })).toBeNull()
})
