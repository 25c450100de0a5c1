import type { Language } from './language'

/** The shop's time zone, independent of the visitor's. Baku is four hours ahead of UTC all year. */
const timeZone = 'Asia/Baku'
const bakuOffsetMs = 4 * 3_600_000

const locales = { ru: 'ru-RU', en: 'en-GB' } as const

const styles = {
  day: { day: 'numeric', month: 'long' },
  shortDay: { day: 'numeric', month: 'short' },
  date: { dateStyle: 'medium' },
  weekday: { weekday: 'long' },
  weekdayAndDay: { weekday: 'long', day: 'numeric', month: 'long' },
  month: { month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
type Style = keyof typeof styles

// Names in az, which some browsers lack.
const azMonths = 'yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr'.split(' ')
const azShortMonths = 'yan fev mar apr may iyn iyl avq sen okt noy dek'.split(' ')
const azWeekdays = ['bazar', 'bazar ertəsi', 'çərşənbə axşamı', 'çərşənbə', 'cümə axşamı', 'cümə', 'şənbə'] as const

/** Formats a date whose UTC fields are those of Baku. */
function inAzerbaijani(at: Date, style: Style): string {
  const [date, year] = [String(at.getUTCDate()), String(at.getUTCFullYear())]
  const weekday = azWeekdays[at.getUTCDay()] ?? ''
  const month = azMonths[at.getUTCMonth()] ?? ''
  const shortDay = `${date} ${azShortMonths[at.getUTCMonth()] ?? ''}`
  return {
    day: `${date} ${month}`,
    shortDay,
    date: `${shortDay} ${year}`,
    weekday,
    weekdayAndDay: `${weekday}, ${date} ${month}`,
    month: `${month} ${year}`,
  }[style]
}

const inBaku = (at: Date) => new Date(at.getTime() + bakuOffsetMs)

/** Formats a date or an instant; empty for any other text. */
function format(value: string, language: Language, style: Style): string {
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return ''
  if (language === 'az') return inAzerbaijani(inBaku(at), style)
  return new Intl.DateTimeFormat(locales[language], { ...styles[style], timeZone }).format(at)
}

/** Fields of an instant in Baku, from and to a position of RFC 3339; empty for a text that is none. */
function fields(instant: string | Date, from: number, to: number): string {
  const at = new Date(instant)
  return Number.isNaN(at.getTime()) ? '' : inBaku(at).toISOString().slice(from, to)
}

const joined = (separator: string, ...parts: readonly string[]) => (parts.includes('') ? '' : parts.join(separator))

/** The date in Baku, such as `2026-11-23`, of an instant; a date stays as it is. Empty for any other text. */
export const dateInBaku = (value: string | Date): string => fields(value, 0, 10)

/** The time of an instant in Baku, such as `14:20`. Empty for any other text. */
export const timeInBaku = (instant: string): string => fields(instant, 11, 16)

/** The first full or half hour from an instant on: nobody plans a call for 12:44. */
export function nextHalfHour(instant: string): string {
  const halfHourMs = 30 * 60_000
  return new Date(Math.ceil(new Date(instant).getTime() / halfHourMs) * halfHourMs).toISOString()
}

/** The instant of a date and a time of day in Baku; null for any other text. */
export function fromBaku(date: string, time: string): Date | null {
  const at = new Date(`${date}T${time}:00+04:00`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** Whether two instants are on the same day in Baku. */
export const isSameDay = (one: string | Date, other: string | Date): boolean => dateInBaku(one) === dateInBaku(other)

export const addDays = (at: Date, days: number): Date => new Date(at.getTime() + days * 86_400_000)

/** Adds the year if it is not that of `now`. */
function withOtherYear(text: string, value: string, now: Date): string {
  const year = dateInBaku(value).slice(0, 4)
  return text === '' || dateInBaku(now).startsWith(year) ? text : `${text} ${year}`
}

/** Formats a date or an instant as `7 dekabr`, `7 декабря`, `7 December`, with the year if it is not that of `now`. */
export const formatDay = (value: string, language: Language, now: Date): string => withOtherYear(format(value, language, 'day'), value, now)

/** `24 noyabr, çərşənbə axşamı`. */
export const formatDayWithWeekday = (instant: string, language: Language, now: Date): string =>
  joined(', ', formatDay(instant, language, now), format(instant, language, 'weekday'))

/** `Çərşənbə axşamı, 24 noyabr`. */
export function formatWeekdayAndDay(instant: string, language: Language): string {
  const text = format(instant, language, 'weekdayAndDay')
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
}

/** `Çərşənbə axşamı`. */
export function formatWeekday(instant: string, language: Language): string {
  const text = format(instant, language, 'weekday')
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
}

/** `22 noy`, `22 нояб.`, `22 Nov`. */
export const formatShortDay = (instant: string, language: Language): string => format(instant, language, 'shortDay')

/** `22 noy`, with the year if it is not that of `now`: `22 noy 2025`. */
export const formatShortDate = (instant: string, language: Language, now: Date): string =>
  withOtherYear(formatShortDay(instant, language), instant, now)

/** `18 Nov, 14:20`, without the year. */
export const formatShortDateTime = (instant: string, language: Language): string =>
  joined(', ', formatShortDay(instant, language), timeInBaku(instant))

/** `18 Nov 2026`. */
export const formatDate = (instant: string, language: Language): string => format(instant, language, 'date')

/** `18 Nov 2026, 14:20`. */
export const formatDateTime = (instant: string, language: Language): string =>
  joined(', ', formatDate(instant, language), timeInBaku(instant))

/** `mart 2026`. */
export const formatMonth = (instant: string, language: Language): string => format(instant, language, 'month')
