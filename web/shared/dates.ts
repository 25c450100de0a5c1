import type { Language } from './language'

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
const ruMonths = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
] as const
const enMonths = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
const months = { az: azMonths, ru: ruMonths, en: enMonths } satisfies Record<Language, readonly string[]>

const azWeekdays = ['bazar', 'bazar ertəsi', 'çərşənbə axşamı', 'çərşənbə', 'cümə axşamı', 'cümə', 'şənbə'] as const
const ruWeekdays = ['воскресенье', 'понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота'] as const
const enWeekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const weekdays = { az: azWeekdays, ru: ruWeekdays, en: enWeekdays } satisfies Record<Language, readonly string[]>

/** Baku is four hours ahead of UTC all year. */
const bakuOffsetMs = 4 * 3_600_000

/** The date in Baku, such as `2026-11-23`, of an instant; a date stays as it is. Empty for any other text. */
export function dateInBaku(value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return value
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? '' : new Date(at.getTime() + bakuOffsetMs).toISOString().slice(0, 10)
}

/** Formats a date or an instant as `7 dekabr`, `7 декабря`, `7 December`, with the year if it is not that of `now`. */
export function formatDay(value: string, language: Language, now: Date): string {
  const [year = '', month = '', day = ''] = dateInBaku(value).split('-')
  const name = months[language][Number(month) - 1]
  if (name === undefined) return ''
  const isThisYear = dateInBaku(now.toISOString()).startsWith(`${year}-`)
  return `${Number(day)} ${name}${isThisYear ? '' : ` ${year}`}`
}

/** Formats an instant as `24 noyabr, çərşənbə axşamı`, in Baku. Empty for any other text. */
export function formatDayWithWeekday(instant: string, language: Language, now: Date): string {
  const day = formatDay(instant, language, now)
  if (day === '') return ''
  const weekday = weekdays[language][new Date(dateInBaku(instant)).getUTCDay()] ?? ''
  return `${day}, ${weekday}`
}

/** The time of an instant in Baku, such as `14:20`. Empty for any other text. */
export function timeInBaku(instant: string): string {
  const at = new Date(instant)
  return Number.isNaN(at.getTime()) ? '' : new Date(at.getTime() + bakuOffsetMs).toISOString().slice(11, 16)
}
