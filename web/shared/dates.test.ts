import { describe, expect, it } from 'vitest'
import { dateInBaku, formatDay, formatDayWithWeekday, timeInBaku } from './dates'

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
