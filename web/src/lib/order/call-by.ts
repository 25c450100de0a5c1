import { addDays, dateInBaku, fromBaku, nextHalfHour, timeInBaku } from '@shared/dates'
import type { ShopTerms } from '@/lib/api/types'

type WorkingTime = Pick<ShopTerms, 'week' | 'holidays'>
type Hours = Pick<ShopTerms['week'][number], 'from' | 'to'>

/** Bounds the search for the next working day: longer than a year of holidays. */
const maxDays = 400

function hoursOf(date: string, { week, holidays }: WorkingTime): Hours | null {
  const day = new Date(date).getUTCDay() || 7
  return holidays.includes(date) ? null : (week.find((hours) => hours.day === day) ?? null)
}

const clamp = (time: string, { from, to }: Hours) => (time < from ? from : time > to ? to : time)

/**
 * The time in UTC by which the shop calls about an order: the same time on the next working day, within its hours, rounded up to
 * the half hour. An order from outside working time is answered by the end of the first working day. `null` if the shop does not
 * work.
 */
export function callBy(orderedAt: string, terms: WorkingTime): string | null {
  const date = dateInBaku(orderedAt)
  const time = timeInBaku(orderedAt)
  if (date === '') return null
  const today = hoursOf(date, terms)
  if (today !== null && time < today.from) return fromBaku(date, today.to)?.toISOString() ?? null
  const isWithin = today !== null && time < today.to
  let next = date
  for (let days = 0; days < maxDays; days += 1) {
    next = addDays(new Date(next), 1).toISOString().slice(0, 10)
    const hours = hoursOf(next, terms)
    if (hours === null) continue
    const at = fromBaku(next, isWithin ? clamp(timeInBaku(nextHalfHour(orderedAt)), hours) : hours.to)
    return at?.toISOString() ?? null
  }
  return null
}
