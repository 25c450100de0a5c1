import type { Language } from './language'

/** Browsers do not all know the months of az; these are the usual short names. */
const azMonths = ['yan', 'fev', 'mar', 'apr', 'may', 'iyn', 'iyl', 'avq', 'sen', 'okt', 'noy', 'dek'] as const
const locales = { ru: 'ru-RU', en: 'en-GB' } as const
/** The workshop's time, wherever the visitor is. */
const timeZone = 'Asia/Baku'

type Length = 'date' | 'dateTime' | 'shortDateTime'

const options = {
  date: { dateStyle: 'medium' },
  dateTime: { dateStyle: 'medium', timeStyle: 'medium' },
  shortDateTime: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<Length, Intl.DateTimeFormatOptions>

const numbers = {
  timeZone,
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const

function inAzerbaijani(date: Date, length: Length): string {
  const formatted = new Intl.DateTimeFormat('en-GB', numbers).formatToParts(date)
  const parts = Object.fromEntries(formatted.map(({ type, value }) => [type, value]))
  const { day = '', month = '', year = '', hour = '', minute = '', second = '' } = parts
  const dayAndMonth = `${day} ${azMonths[Number(month) - 1] ?? ''}`
  if (length === 'date') return `${dayAndMonth} ${year}`
  return length === 'dateTime'
    ? `${dayAndMonth} ${year}, ${hour}:${minute}:${second}`
    : `${dayAndMonth}, ${hour}:${minute}`
}

function format(instant: string, language: Language, length: Length): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  if (language === 'az') return inAzerbaijani(date, length)
  return new Intl.DateTimeFormat(locales[language], { ...options[length], timeZone }).format(date)
}

/** `18 Nov 2026`, from an RFC 3339 instant; empty for anything else. */
export function formatDate(instant: string, language: Language): string {
  return format(instant, language, 'date')
}

/** `18 Nov 2026, 14:20:05`. */
export function formatDateTime(instant: string, language: Language): string {
  return format(instant, language, 'dateTime')
}

/** `18 Nov, 14:20`, where the year stands nearby. */
export function formatShortDateTime(instant: string, language: Language): string {
  return format(instant, language, 'shortDateTime')
}
