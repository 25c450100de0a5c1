import type { Language } from './language'

const locales = { az: 'az-Latn-AZ', ru: 'ru-RU', en: 'en-GB' } as const satisfies Record<Language, string>
/** The workshop's time, wherever the visitor is. */
const timeZone = 'Asia/Baku'

function format(instant: string, language: Language, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  return new Intl.DateTimeFormat(locales[language], { ...options, timeZone }).format(date)
}

/** `18 Nov 2026`, from an RFC 3339 instant; empty for anything else. */
export function formatDate(instant: string, language: Language): string {
  return format(instant, language, { dateStyle: 'medium' })
}

/** `18 Nov 2026, 14:20:05`. */
export function formatDateTime(instant: string, language: Language): string {
  return format(instant, language, { dateStyle: 'medium', timeStyle: 'medium' })
}

/** `18 Nov, 14:20`, where the year stands nearby. */
export function formatShortDateTime(instant: string, language: Language): string {
  return format(instant, language, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
}
