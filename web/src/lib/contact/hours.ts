import type { Store } from '@/lib/api/types'
import { dateInBaku } from '@shared/dates'
import type { Language } from '@shared/language'
import { localized } from '@/lib/localized'

/** The opening hours of a store on the day of `now` in Baku. */
export function hoursToday(store: Store, language: Language, now: Date): string {
  const day = new Date(dateInBaku(now)).getUTCDay()
  return localized(store, day === 0 || day === 6 ? 'weekendHours' : 'weekdayHours', language)
}
