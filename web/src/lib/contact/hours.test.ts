import { expect, it } from 'vitest'
import { store } from '@/testing/content'
import { hoursToday } from './hours'

const hours = { ...store, weekdayHoursEn: '10:00–20:00', weekendHoursEn: '11:00–18:00' }

it.each([
  ['2026-11-27T19:59:00Z', '10:00–20:00'],
  // Saturday in Baku.
  ['2026-11-27T20:00:00Z', '11:00–18:00'],
  ['2026-11-29T19:59:00Z', '11:00–18:00'],
  ['2026-11-29T20:00:00Z', '10:00–20:00'],
])('are those of the day in Baku at %s', (at, expected) => {
  expect(hoursToday(hours, 'en', new Date(at))).toBe(expected)
})
