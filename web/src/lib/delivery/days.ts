import type { ShopTerms } from '@/lib/api/types'
import { addDays, dateInBaku, formatDay, timeInBaku } from '@shared/dates'
import type { Language } from '@shared/language'

// Dates that follow from the shop's terms. `kit::working_days` has the same rules; its `working-days.json` tests both.

type WorkingTime = Pick<ShopTerms, 'cutOff' | 'week' | 'holidays'>

/** First and last day, such as `2026-11-25`. */
interface Days {
  first: string
  last: string
}

/** Returns the area of a city by its code, else the first one; `undefined` if the shop delivers nowhere. */
export const deliveryArea = ({ delivery }: Pick<ShopTerms, 'delivery'>, city: string) =>
  delivery.find(({ code }) => code === city) ?? delivery[0]

/** Bounds the search for working days: longer than 365 of them, one a week, with a year of holidays. */
const maxDays = 4_000

function isWorkingDay(date: string, { week, holidays }: WorkingTime): boolean {
  const day = new Date(date).getUTCDay() || 7
  return week.some((hours) => hours.day === day) && !holidays.includes(date)
}

/** Returns the date that is a number of working days after another, or `null` if the shop does not work so many. */
function addWorkingDays(date: string, count: number, time: WorkingTime): string | null {
  let left = count
  let current = date
  for (let days = 0; left > 0; days += 1) {
    if (days === maxDays) return null
    current = addDays(new Date(current), 1).toISOString().slice(0, 10)
    if (isWorkingDay(current, time)) left -= 1
  }
  return current
}

/**
 * Returns the days in Baku on which an order of now is delivered. It counts from today, or from the next working day after
 * the cut-off hour and on days without work. `null` if the shop does not work.
 */
export function deliveryDays(terms: WorkingTime, workingDays: readonly number[], now: Date): Days | null {
  const [earliest = 0, latest = earliest] = workingDays
  const at = now.toISOString()
  const today = dateInBaku(at)
  const countsToday = isWorkingDay(today, terms) && timeInBaku(at) < terms.cutOff
  const start = countsToday ? today : addWorkingDays(today, 1, terms)
  if (start === null) return null
  const first = addWorkingDays(start, earliest, terms)
  const last = addWorkingDays(start, latest, terms)
  return first === null || last === null ? null : { first, last }
}

/**
 * Returns the day on which a piece is ready that is made to order and agreed by the end of this week in Baku; `null` if the shop
 * does not work.
 */
export function readyDay(terms: WorkingTime & Pick<ShopTerms, 'madeToOrderDays'>, now: Date): string | null {
  const today = new Date(dateInBaku(now))
  const sunday = addDays(today, 7 - (today.getUTCDay() || 7))
    .toISOString()
    .slice(0, 10)
  return addWorkingDays(sunday, terms.madeToOrderDays, terms)
}

/** Formats days as `25–27 noyabr`, `30 noyabr – 2 dekabr` or, if they are the same, `25 noyabr`. */
export function formatDays({ first, last }: Days, language: Language, now: Date): string {
  const end = formatDay(last, language, now)
  if (first === last) return end
  const isSameMonth = first.slice(0, 7) === last.slice(0, 7)
  return isSameMonth ? `${Number(first.slice(8))}–${end}` : `${formatDay(first, language, now)} – ${end}`
}
