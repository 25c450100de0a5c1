import { expect, it } from 'vitest'
import { formatDate, formatDateTime, formatShortDateTime } from './dates'

it.each([
  ['en', '18 Nov 2026'],
  ['ru', '18 нояб. 2026 г.'],
  ['az', '18 noy 2026'],
] as const)('formats a date in %s in the time zone of Baku', (language, day) => {
  // The next day in Baku.
  expect(formatDate('2026-11-17T20:30:00Z', language)).toBe(day)
})

it('formats times with seconds, or short', () => {
  expect(formatDateTime('2026-11-18T10:20:05Z', 'en')).toBe('18 Nov 2026, 14:20:05')
  expect(formatShortDateTime('2026-11-18T10:20:05Z', 'en')).toBe('18 Nov, 14:20')
  expect(formatDateTime('2026-06-18T20:20:05Z', 'az')).toBe('19 iyn 2026, 00:20:05')
  expect(formatShortDateTime('2026-11-18T10:20:05Z', 'az')).toBe('18 noy, 14:20')
})

it('formats an invalid instant as an empty text', () => {
  expect(formatDate('soon', 'en')).toBe('')
})
