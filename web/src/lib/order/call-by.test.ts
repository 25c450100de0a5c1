import { expect, it } from 'vitest'
import { callBy } from './call-by'

const weekday = { from: '10:00', to: '20:00' }
const weekend = { from: '11:00', to: '18:00' }
const terms = {
  week: [1, 2, 3, 4, 5, 6].map((day) => ({ day, ...(day < 6 ? weekday : weekend) })),
  holidays: ['2026-12-31', '2027-01-01', '2027-01-02'],
}

// 23 November 2026 is a Monday; the shop is closed on Sundays.
it.each([
  ['within the hours', '2026-11-23T14:20:05+04:00', '2026-11-24T14:30:00+04:00'],
  ['before the hours', '2026-11-23T08:00:00+04:00', '2026-11-23T20:00:00+04:00'],
  ['after the hours', '2026-11-23T20:00:00+04:00', '2026-11-24T20:00:00+04:00'],
  ['on a Friday evening', '2026-11-27T19:10:00+04:00', '2026-11-28T18:00:00+04:00'],
  ['on a Friday morning', '2026-11-27T10:00:00+04:00', '2026-11-28T11:00:00+04:00'],
  ['on a day without work', '2026-11-29T12:00:00+04:00', '2026-11-30T20:00:00+04:00'],
  ['before holidays', '2026-12-30T15:00:00+04:00', '2027-01-04T15:00:00+04:00'],
  ['late in Baku, still the day before in UTC', '2026-11-23T23:30:00Z', '2026-11-24T16:00:00Z'],
])('answers an order %s', (_, orderedAt, expected) => {
  expect(callBy(orderedAt, terms)).toBe(new Date(expected).toISOString())
})

it('promises nothing for a shop that never works, and for no time', () => {
  expect(callBy('2026-11-23T14:20:05Z', { week: [], holidays: [] })).toBeNull()
  expect(callBy('soon', terms)).toBeNull()
})
