import type { Language } from '@shared/language'

/** Short month names in az, which some browsers lack. */
const azMonths = ['yan', 'fev', 'mar', 'apr', 'may', 'iyn', 'iyl', 'avq', 'sen', 'okt', 'noy', 'dek'] as const
const locales = { ru: 'ru-RU', en: 'en-GB' } as const
/** The shop's time zone, independent of the visitor's. */
const timeZone = 'Asia/Baku'

type Style = 'date' | 'dateTime' | 'shortDateTime'

const options = {
  date: { dateStyle: 'medium' },
  dateTime: { dateStyle: 'medium', timeStyle: 'medium' },
  shortDateTime: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<Style, Intl.DateTimeFormatOptions>

const numbers = {
  timeZone,
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const

function inAzerbaijani(date: Date, style: Style): string {
  const formatted = new Intl.DateTimeFormat('en-GB', numbers).formatToParts(date)
  const parts = Object.fromEntries(formatted.map(({ type, value }) => [type, value]))
  const { day = '', month = '', year = '', hour = '', minute = '', second = '' } = parts
  const dayAndMonth = `${day} ${azMonths[Number(month) - 1] ?? ''}`
  if (style === 'date') return `${dayAndMonth} ${year}`
  return style === 'dateTime'
    ? `${dayAndMonth} ${year}, ${hour}:${minute}:${second}`
    : `${dayAndMonth}, ${hour}:${minute}`
}

function format(instant: string, language: Language, style: Style): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  if (language === 'az') return inAzerbaijani(date, style)
  return new Intl.DateTimeFormat(locales[language], { ...options[style], timeZone }).format(date)
}

/** Formats an RFC 3339 instant as `18 Nov 2026`; empty for any other text. */
export function formatDate(instant: string, language: Language): string {
  return format(instant, language, 'date')
}

/** `18 Nov 2026, 14:20:05`. */
export function formatDateTime(instant: string, language: Language): string {
  return format(instant, language, 'dateTime')
}

/** `18 Nov, 14:20`, without the year. */
export function formatShortDateTime(instant: string, language: Language): string {
  return format(instant, language, 'shortDateTime')
}
