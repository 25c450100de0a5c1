import { formatDay } from '@shared/dates'
import type { Language } from '@shared/language'
import type { OrderDetail } from '@/lib/api/types'

/** Day and time of a planned delivery, such as `20 December, 10:00–14:00`; empty until it is planned. */
export function planText(delivery: OrderDetail['delivery'], language: Language, now: Date): string {
  if (!delivery?.on) return ''
  const day = formatDay(delivery.on, language, now)
  return delivery.from && delivery.to ? `${day}, ${delivery.from}–${delivery.to}` : day
}
