import { describe, expect, it } from 'vitest'
import { addMonths, addToTime, parseDay, parseTime, showDay, weeksOf } from './day'

const today = '2026-11-24'

describe('a typed day', () => {
  it.each([
    ['24.11.2026', '2026-11-24'],
    ['1.2.27', '2027-02-01'],
    ['1/12', '2026-12-01'],
    ['05 01', '2027-01-05'],
    ['2411', '2026-11-24'],
    ['03.12.', '2026-12-03'],
    ['2026-12-31', '2026-12-31'],
    ['31.02.2027', null],
    ['29.02.2028', '2028-02-29'],
    ['24', null],
    ['soon', null],
    ['', null],
  ])('%s is read as %s', (text, day) => {
    expect(parseDay(text, today)).toBe(day)
  })

  it('is shown as people here write it', () => {
    expect(showDay('2026-11-24')).toBe('24.11.2026')
    expect(showDay('24.1')).toBe('24.1')
  })
})

describe('a calendar', () => {
  it('has whole weeks from Monday', () => {
    const weeks = weeksOf(today)
    expect(weeks[0]?.[0]).toBe('2026-10-26')
    expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06')
    expect(weeks.every((week) => week.length === 7)).toBe(true)
  })

  it('keeps the date in another month where there is one', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-11-24', 2)).toBe('2027-01-24')
  })
})

describe('a typed time', () => {
  it.each([
    ['9', '09:00'],
    ['9:30', '09:30'],
    ['930', '09:30'],
    ['1745', '17:45'],
    ['18.05', '18:05'],
    ['24:00', null],
    ['10:75', null],
    ['', null],
  ])('%s is read as %s', (text, time) => {
    expect(parseTime(text)).toBe(time)
  })

  it('stays within the day', () => {
    expect(addToTime('09:30', 30)).toBe('10:00')
    expect(addToTime('23:50', 30)).toBe('23:59')
    expect(addToTime('00:10', -30)).toBe('00:00')
  })
})
