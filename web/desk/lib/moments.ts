import { dateInBaku, fromBaku, timeInBaku } from '@shared/dates'

// A day and a time in Baku as people type them: `2026-12-07T10:00`; empty for none.

/** The typed form of an instant. */
export const typedTime = (at: string | null): string => (at === null ? '' : `${dateInBaku(at)}T${timeInBaku(at)}`)

/** The instant that is typed, or the key of the error. */
export function readTime(typed: string): { value: string | null } | { error: string } {
  if (typed === '') return { value: null }
  const [day = '', time = ''] = typed.split('T')
  const at = fromBaku(day, time === '' ? '00:00' : time)
  return at === null ? { error: 'FIELD.INVALID' } : { value: at.toISOString().replace(/\.\d+Z$/, 'Z') }
}
