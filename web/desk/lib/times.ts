import { dateInBaku, formatShortDate } from '@shared/dates'
import type { Language } from '@shared/language'

export {
  formatMonth,
  formatShortDateTime as formatMoment,
  formatShortDay,
  formatWeekdayAndDay as formatLongDay,
  timeInBaku as formatClock,
} from '@shared/dates'

/** Baku has no daylight saving. */
const bakuOffset = '+04:00'
const minute = 60_000
const hour = 60 * minute
export const day = 24 * hour

/** `2026-11-23` in Baku. */
export const bakuDate = (at: Date): string => dateInBaku(at.toISOString())

/** `22 noy`, with the year if it is not the present one: `22 noy 2025`. */
export const formatDate = (instant: string, language: Language): string => formatShortDate(instant, language, new Date())

/** The instant of a date and a time of day in Baku; null where they are none. */
export function fromBaku(date: string, time: string): Date | null {
  const at = new Date(`${date}T${time}:00${bakuOffset}`)
  return Number.isNaN(at.getTime()) ? null : at
}

export const isSameDay = (one: string, other: Date): boolean => bakuDate(new Date(one)) === bakuDate(other)

interface Span {
  unit: 'minutes' | 'hours' | 'days'
  days: number
  hours: number
  minutes: number
}

/** Splits a time span in milliseconds into its two largest units. */
export function span(milliseconds: number): Span {
  const whole = Math.max(0, Math.floor(milliseconds / minute))
  const days = Math.floor(whole / (24 * 60))
  const hours = Math.floor(whole / 60) % 24
  const minutes = whole % 60
  return { unit: days > 0 ? 'days' : hours > 0 ? 'hours' : 'minutes', days, hours, minutes }
}

/** The next day at 10:00 in Baku. */
export function tomorrowMorning(now: Date): Date {
  return fromBaku(bakuDate(new Date(now.getTime() + day)), '10:00') ?? new Date(now.getTime() + day)
}
