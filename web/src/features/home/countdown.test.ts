import { expect, it } from 'vitest'
import { timeLeft } from './countdown'

const end = Date.parse('2026-11-30T20:00:00Z')

it.each([
  ['2026-11-21T15:32:09Z', '09 04 27 51'],
  ['2026-11-30T19:59:59Z', '00 00 00 01'],
  ['2026-11-30T19:59:59.900Z', '00 00 00 01'],
  ['2026-11-30T20:00:00Z', '00 00 00 00'],
  ['2027-01-01T00:00:00Z', '00 00 00 00'],
  ['2026-08-01T20:00:00Z', '121 00 00 00'],
])('at %s', (now, expected) => {
  const { days, hours, minutes, seconds } = timeLeft(end, Date.parse(now))
  expect([days, hours, minutes, seconds].join(' ')).toBe(expected)
})

it('treats an invalid end as past', () => {
  expect(timeLeft(Date.parse('soon'), 0).days).toBe('00')
})
