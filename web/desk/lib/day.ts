/** Milliseconds of a day. */
const dayMs = 86_400_000

const utc = (day: string) => new Date(`${day}T00:00:00Z`)
const isoOf = (at: Date) => at.toISOString().slice(0, 10)

/** The day of a year, a month and a date, such as `2026-11-24`; null if there is none. */
function dayOf(year: number, month: number, date: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, date))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === date ? isoOf(at) : null
}

/**
 * Reads a day as people type it: `24.11.2026`, `24.11.26`, `24/11`, `2411`, `2026-11-24`. Without a year it is the one nearest to
 * `today`. Null for anything else.
 */
export function parseDay(text: string, today: string): string | null {
  const typed = text.trim()
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed)
  if (iso !== null) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts = /^(\d{1,2})[.,/\- ](\d{1,2})(?:[.,/\- ](\d{4}|\d{2})?)?$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})?$/.exec(typed)
  if (parts === null) return null
  const [date, month, year] = [Number(parts[1]), Number(parts[2]), parts[3]]
  if (year !== undefined) return dayOf(year.length === 2 ? 2000 + Number(year) : Number(year), month, date)
  const present = utc(today)
  const days = [-1, 0, 1].flatMap((step) => dayOf(present.getUTCFullYear() + step, month, date) ?? [])
  const distance = (day: string) => Math.abs(utc(day).getTime() - present.getTime())
  return days.sort((one, other) => distance(one) - distance(other))[0] ?? null
}

/** `24.11.2026`; a text that is no day stays as it is. */
export const showDay = (day: string): string => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3.$2.$1')

export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

export const addToDay = (day: string, days: number): string => isoOf(new Date(utc(day).getTime() + days * dayMs))

/** The same date of another month, or its last one. */
export function addMonths(day: string, months: number): string {
  const at = utc(day)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + 1, 0))
  return isoOf(new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(at.getUTCDate(), last.getUTCDate()))))
}

/** The weeks of a day's month, each from Monday; days of other months fill the first and the last one. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 8)}01`
  const lead = (utc(first).getUTCDay() + 6) % 7
  const weeks: string[][] = []
  for (let start = addToDay(first, -lead); start < addMonths(first, 1); start = addToDay(start, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, at) => addToDay(start, at)))
  }
  return weeks
}

/** Reads a time of day as people type it: `9`, `9:30`, `09.30`, `930`. Null for anything else. */
export function parseTime(text: string): string | null {
  const parts = /^(\d{1,2})(?:[:., ](\d{2}))?$/.exec(text.trim()) ?? /^(\d{1,2})(\d{2})$/.exec(text.trim())
  if (parts === null) return null
  const [hours, minutes] = [Number(parts[1]), Number(parts[2] ?? 0)]
  return hours < 24 && minutes < 60 ? `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}` : null
}

/** A time of day some minutes later, within the day. */
export function addToTime(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const next = Math.max(0, Math.min(23 * 60 + 59, hour * 60 + minute + minutes))
  return `${String(Math.floor(next / 60)).padStart(2, '0')}:${String(next % 60).padStart(2, '0')}`
}
