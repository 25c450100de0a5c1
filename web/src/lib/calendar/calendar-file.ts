/** An entry of a calendar: between two instants, or on a whole day. */
export interface CalendarEntry {
  /** The same in each file about the same thing, so that a newer file replaces the entry. */
  uid: string
  title: string
  text: string
  /** Postal address; empty = none. */
  place: string
  when: { from: Date; to: Date } | { day: string }
}

/** Longest line in octets of UTF-8, without its break. */
const maxOctets = 75

const encoder = new TextEncoder()

/** Escapes a text value. */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r\n|\r|\n/g, '\\n')
}

/** Breaks a line where it is too long, between characters: each further line begins with a space, which counts. */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const length = encoder.encode(character).length
    if (octets + length > maxOctets) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += length
  }
  return folded
}

/** `20261124T102000Z`. */
const stamp = (at: Date) => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** `20261124` from `2026-11-24`, some days later. */
function compactDay(day: string, later = 0): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + later)
  return at.toISOString().slice(0, 10).replaceAll('-', '')
}

function entryLines({ uid, title, text, place, when }: CalendarEntry, now: Date): string[] {
  const times =
    'day' in when
      ? // The end is the first day that no longer belongs to it.
        [`DTSTART;VALUE=DATE:${compactDay(when.day)}`, `DTEND;VALUE=DATE:${compactDay(when.day, 1)}`, 'TRANSP:TRANSPARENT']
      : [`DTSTART:${stamp(when.from)}`, `DTEND:${stamp(when.to)}`]
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${stamp(now)}`,
    ...times,
    `SUMMARY:${escapeText(title)}`,
    ...(text === '' ? [] : [`DESCRIPTION:${escapeText(text)}`]),
    ...(place === '' ? [] : [`LOCATION:${escapeText(place)}`]),
    'END:VEVENT',
  ]
}

/** A calendar file (RFC 5545) with an entry, written at `now`. */
export function calendarFile(entry: CalendarEntry, now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//storefront//orders//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...entryLines(entry, now),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}
