import { expect, it } from 'vitest'
import { calendarFile, type CalendarEntry } from './calendar-file'

const now = new Date('2026-11-23T10:20:05.123Z')
const call: CalendarEntry = {
  uid: 'call-SB-7Q2M04XK@example.com',
  title: 'Sifariş SB-7Q2M04XK: zəng',
  text: 'Gün, ödəniş; ünvan \\ qeyd\nhttps://example.com/az',
  place: '',
  when: { from: new Date('2026-11-24T09:50:00Z'), to: new Date('2026-11-24T10:20:00Z') },
}

it('writes an entry with UTC stamps, escaped texts and CRLF', () => {
  expect(calendarFile(call, now).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//storefront//orders//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:call-SB-7Q2M04XK@example.com',
    'DTSTAMP:20261123T102005Z',
    'DTSTART:20261124T095000Z',
    'DTEND:20261124T102000Z',
    'SUMMARY:Sifariş SB-7Q2M04XK: zəng',
    'DESCRIPTION:Gün\\, ödəniş\\; ünvan \\\\ qeyd\\nhttps://example.com/az',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

it('ends a whole day on the next one, also at the end of a year', () => {
  const file = calendarFile({ ...call, place: 'Nizami küç. 1, Bakı', when: { day: '2026-12-31' } }, now)
  expect(file).toContain('\r\nDTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n')
  expect(file).toContain('\r\nLOCATION:Nizami küç. 1\\, Bakı\r\n')
})

it('folds long lines between characters, at 75 octets', () => {
  const title = `Çatdırılma ${'ə'.repeat(80)} 🪑${'ш'.repeat(60)}`
  const file = calendarFile({ ...call, title }, now)
  const lines = file.split('\r\n')
  expect(lines.every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true)
  expect(file.replaceAll('\r\n ', '').split('\r\n')).toContain(`SUMMARY:${title}`)
  // A bare line feed would end a line for some calendars only.
  expect(file.replaceAll('\r\n', '')).not.toContain('\n')
})
