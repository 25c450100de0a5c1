import { describe, expect, it } from 'vitest'
import { dateInBaku, formatDay } from './dates'

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
