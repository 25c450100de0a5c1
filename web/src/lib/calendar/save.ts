import { calendarFile, type CalendarEntry } from './calendar-file'

/** Saves an entry as a file, which the device opens in its calendar. */
export function saveCalendarEntry(entry: CalendarEntry, name: string): void {
  const url = URL.createObjectURL(new Blob([calendarFile(entry, new Date())], { type: 'text/calendar;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.ics`
  link.click()
  URL.revokeObjectURL(url)
}
