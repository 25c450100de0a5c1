import { describe, expect, it } from 'vitest'
import {
  addDays,
  dateInBaku,
  formatDate,
  formatDateTime,
  formatDay,
  formatDayWithWeekday,
  formatMonth,
  formatShortDate,
  formatShortDateTime,
  formatWeekdayAndDay,
  fromBaku,
  isSameDay,
  nextHalfHour,
  timeInBaku,
} from './dates'

const now = new Date('2026-11-23T10:00:00Z')

describe('formatDay', () => {
  it.each([
    ['az', '7 dekabr'],
    ['ru', '7 декабря'],
    ['en', '7 December'],
  ] as const)('names the month in %s', (language, text) => {
    expect(formatDay('2026-12-07', language, now)).toBe(text)
  })

  it('adds the year of another year', () => {
    expect(formatDay('2027-01-03', 'ru', now)).toBe('3 января 2027')
  })

  it('takes the day of an instant in Baku', () => {
    expect(formatDay('2026-11-22T21:30:00Z', 'en', now)).toBe('23 November')
    expect(dateInBaku('2026-12-31T20:00:00Z')).toBe('2027-01-01')
  })

  it('is empty for what is no date', () => {
    expect(formatDay('soon', 'en', now)).toBe('')
  })
})

it.each([
  ['az', '24 noyabr, çərşənbə axşamı'],
  ['ru', '24 ноября, вторник'],
  ['en', '24 November, Tuesday'],
] as const)('names the weekday in Baku in %s', (language, text) => {
  expect(formatDayWithWeekday('2026-11-23T20:30:00Z', language, now)).toBe(text)
  expect(timeInBaku('2026-11-23T20:30:00Z')).toBe('00:30')
})

it.each([
  ['en', '18 Nov 2026'],
  ['ru', '18 нояб. 2026 г.'],
  ['az', '18 noy 2026'],
] as const)('formats a date in %s in the time zone of Baku', (language, day) => {
  // The next day in Baku.
  expect(formatDate('2026-11-17T20:30:00Z', language)).toBe(day)
})

it('formats times to the minute, or short', () => {
  expect(formatDateTime('2026-11-18T10:20:05Z', 'en')).toBe('18 Nov 2026, 14:20')
  expect(formatShortDateTime('2026-11-18T10:20:05Z', 'en')).toBe('18 Nov, 14:20')
  expect(formatDateTime('2026-06-18T20:20:05Z', 'az')).toBe('19 iyn 2026, 00:20')
  expect(formatShortDateTime('2026-11-18T10:20:05Z', 'az')).toBe('18 noy, 14:20')
})

it('formats an invalid instant as an empty text', () => {
  expect(formatDate('soon', 'en')).toBe('')
})

it.each([
  ['az', 'Bazar, 22 noyabr', 'noyabr 2026'],
  ['ru', 'Воскресенье, 22 ноября', 'ноябрь 2026 г.'],
  ['en', 'Sunday 22 November', 'November 2026'],
] as const)('starts with the weekday, and names the month of a year, in %s', (language, day, month) => {
  expect(formatWeekdayAndDay('2026-11-22T10:00:00Z', language)).toBe(day)
  expect(formatMonth('2026-11-22T10:00:00Z', language)).toBe(month)
})

it('adds another year to a short date', () => {
  expect(formatShortDate('2026-11-22T10:00:00Z', 'az', now)).toBe('22 noy')
  expect(formatShortDate('2025-11-22T10:00:00Z', 'az', now)).toBe('22 noy 2025')
  expect(formatShortDate('soon', 'az', now)).toBe('')
})

it('reads dates and times of day in Baku', () => {
  expect(fromBaku('2026-11-23', '02:30')).toEqual(new Date('2026-11-22T22:30:00Z'))
  expect(fromBaku('2026-11-23', '')).toBeNull()
  expect(isSameDay('2026-11-22T20:00:00Z', new Date('2026-11-23T19:59:00Z'))).toBe(true)
  expect(isSameDay('2026-11-22T19:59:00Z', now)).toBe(false)
  expect(dateInBaku(addDays(now, 8))).toBe('2026-12-01')
})

it.each([
  ['2026-11-24T08:44:12Z', '13:00'],
  ['2026-11-24T08:30:00Z', '12:30'],
  ['2026-11-24T08:30:01Z', '13:00'],
  ['2026-11-24T19:59:00Z', '00:00'],
])('the first full or half hour from %s on is %s in Baku', (instant, time) => {
  expect(timeInBaku(nextHalfHour(instant))).toBe(time)
})
