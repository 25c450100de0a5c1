import type { Language } from '@shared/language'

/** The shop's time zone, independent of the browser's; it has no daylight saving. */
const timeZone = 'Asia/Baku'
const bakuOffset = '+04:00'
const locales = { ru: 'ru-RU', en: 'en-GB' } as const

// Names in az, which some browsers lack.
const azMonths = [
  'yanvar',
  'fevral',
  'mart',
  'aprel',
  'may',
  'iyun',
  'iyul',
  'avqust',
  'sentyabr',
  'oktyabr',
  'noyabr',
  'dekabr',
] as const
const azShortMonths = ['yan', 'fev', 'mar', 'apr', 'may', 'iyn', 'iyl', 'avq', 'sen', 'okt', 'noy', 'dek'] as const
const azDays = ['Bazar', 'Bazar ertəsi', 'Çərşənbə axşamı', 'Çərşənbə', 'Cümə axşamı', 'Cümə', 'Şənbə'] as const

const minute = 60_000
const hour = 60 * minute
export const day = 24 * hour

/** `2026-11-23` in Baku. */
export function bakuDate(at: Date): string {
  return new Date(at.getTime() + 4 * hour).toISOString().slice(0, 10)
}

/** The instant of a date and a time of day in Baku; null where they are none. */
export function fromBaku(date: string, time: string): Date | null {
  const at = new Date(`${date}T${time}:00${bakuOffset}`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** `14:02`. */
export function formatClock(instant: string): string {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() + 4 * hour).toISOString().slice(11, 16)
}

/** `22 noy`, `22 нояб.`, `22 Nov`. */
export function formatShortDay(instant: string, language: Language): string {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return ''
  if (language !== 'az') {
    return new Intl.DateTimeFormat(locales[language], { timeZone, day: 'numeric', month: 'short' }).format(at)
  }
  const [, month = '', date = ''] = bakuDate(at).split('-')
  return `${Number(date)} ${azShortMonths[Number(month) - 1] ?? ''}`
}

/** `22 noy`, with the year if it is not the present one: `22 noy 2025`. */
export function formatDate(instant: string, language: Language): string {
  const shown = formatShortDay(instant, language)
  const year = bakuDate(new Date(instant)).slice(0, 4)
  return shown === '' || year === bakuDate(new Date()).slice(0, 4) ? shown : `${shown} ${year}`
}

/** `22 noy, 17:40`. */
export function formatMoment(instant: string, language: Language): string {
  const shown = formatShortDay(instant, language)
  return shown === '' ? '' : `${shown}, ${formatClock(instant)}`
}

/** `Bazar, 22 noyabr`. */
export function formatLongDay(instant: string, language: Language): string {
  const at = new Date(instant)
  if (language !== 'az') {
    const text = new Intl.DateTimeFormat(locales[language], { timeZone, weekday: 'long', day: 'numeric', month: 'long' }).format(at)
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  const date = new Date(at.getTime() + 4 * hour)
  return `${azDays[date.getUTCDay()] ?? ''}, ${date.getUTCDate()} ${azMonths[date.getUTCMonth()] ?? ''}`
}

/** `mart 2026`. */
export function formatMonth(instant: string, language: Language): string {
  const at = new Date(instant)
  if (language !== 'az') {
    return new Intl.DateTimeFormat(locales[language], { timeZone, month: 'long', year: 'numeric' }).format(at)
  }
  const date = new Date(at.getTime() + 4 * hour)
  return `${azMonths[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`
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
