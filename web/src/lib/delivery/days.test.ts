import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { shopTerms } from '@/testing/content'
import { deliveryDays, formatDays, readyDay } from './days'

interface Case {
  name: string
  week: number[]
  holidays: string[]
  cutOff: string
  now: string
  workingDays: number[]
  delivered: [string, string] | null
  madeToOrderDays: number
  madeBy: string | null
}
const cases = JSON.parse(readFileSync('../services/kit/testdata/working-days.json', 'utf8')) as Case[]

/** An instant in Baku. */
const at = (time: string) => new Date(`${time}:00+04:00`)

// The shop works from Monday to Saturday, until 16:00 for orders of the day. 24 November 2026 is a Tuesday.
it.each([
  ['before the cut-off hour', '2026-11-24T15:59', [1, 3], '2026-11-25', '2026-11-27'],
  ['at the cut-off hour', '2026-11-24T16:00', [1, 3], '2026-11-26', '2026-11-28'],
  ['just after midnight in Baku', '2026-11-25T00:30', [1, 3], '2026-11-26', '2026-11-28'],
  ['over a Sunday', '2026-11-27T10:00', [1, 3], '2026-11-28', '2026-12-01'],
  ['on Saturday after the cut-off hour', '2026-11-28T17:00', [1, 2], '2026-12-01', '2026-12-02'],
  ['on Sunday', '2026-11-29T10:00', [1, 2], '2026-12-01', '2026-12-02'],
  ['on the same day', '2026-11-24T10:00', [0, 1], '2026-11-24', '2026-11-25'],
  ['over holidays and the end of the year', '2026-12-30T10:00', [1, 2], '2027-01-02', '2027-01-04'],
  ['on a holiday', '2026-12-31T10:00', [1, 1], '2027-01-04', '2027-01-04'],
] as const)('counts working days: %s', (_, now, workingDays, first, last) => {
  expect(deliveryDays(shopTerms, workingDays, at(now))).toEqual({ first, last })
})

it.each(cases)('has the days of the service: $name', ({ week, now, workingDays, delivered, madeBy, ...terms }) => {
  const time = { ...terms, week: week.map((day) => ({ day, from: '', to: '' })) }
  const [first, last] = delivered ?? []
  expect(deliveryDays(time, workingDays, new Date(now))).toEqual(delivered === null ? null : { first, last })
  expect(readyDay(time, new Date(now))).toBe(madeBy)
})

it('knows no day if the shop does not work', () => {
  expect(deliveryDays({ ...shopTerms, week: [] }, [1, 3], at('2026-11-24T10:00'))).toBeNull()
})

it.each([
  ['2026-11-25', '2026-11-27', '25–27 noyabr', '25–27 ноября', '25–27 November'],
  ['2026-11-25', '2026-11-25', '25 noyabr', '25 ноября', '25 November'],
  ['2026-11-30', '2026-12-02', '30 noyabr – 2 dekabr', '30 ноября – 2 декабря', '30 November – 2 December'],
  ['2026-12-31', '2027-01-04', '31 dekabr – 4 yanvar 2027', '31 декабря – 4 января 2027', '31 December – 4 January 2027'],
  ['2027-01-04', '2027-01-06', '4–6 yanvar 2027', '4–6 января 2027', '4–6 January 2027'],
])('formats %s to %s', (first, last, az, ru, en) => {
  const format = (language: 'az' | 'ru' | 'en') => formatDays({ first, last }, language, at('2026-11-24T10:00'))
  expect([format('az'), format('ru'), format('en')]).toEqual([az, ru, en])
})
