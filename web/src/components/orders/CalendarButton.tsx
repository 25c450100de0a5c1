import { CalendarPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fromBaku } from '@shared/dates'
import { Button } from '@shared/components/Button'
import type { OrderDetail } from '@/lib/api/types'
import type { CalendarEntry } from '@/lib/calendar/calendar-file'
import { saveCalendarEntry } from '@/lib/calendar/save'
import { useLanguage } from '@/lib/i18n/setup'
import { placeLine } from '@/lib/order/place-line'

const halfHourMs = 30 * 60_000

interface CalendarButtonProps {
  order: OrderDetail
  /** Time in UTC by which the shop calls; null once that is over. */
  callBy: string | null
}

/** Saves the planned delivery as a calendar file, or the call before it; nothing if neither is known. */
export function CalendarButton({ order, callBy }: CalendarButtonProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { orderNumber: number, delivery, shippingAddress: to } = order
  const host = window.location.host
  const text = `${t('ORDER.NUMBER', { number })}\n${window.location.origin}/${language}/account?section=orders&order=${order.id}`
  const entry = (): CalendarEntry | null => {
    if (delivery?.on) {
      const [from, until] = [fromBaku(delivery.on, delivery.from ?? ''), fromBaku(delivery.on, delivery.to ?? '')]
      const isPickup = delivery.method === 'pickup'
      return {
        uid: `delivery-${number}@${host}`,
        title: t(isPickup ? 'CONFIRMATION.CALENDAR_PICKUP' : 'CONFIRMATION.CALENDAR_DELIVERY', { number }),
        text,
        place: isPickup ? '' : `${to.address}, ${placeLine(to.city, to.state, to.postalCode)}`,
        when: from !== null && until !== null ? { from, to: until } : { day: delivery.on },
      }
    }
    if (callBy === null) return null
    const until = new Date(callBy)
    return {
      uid: `call-${number}@${host}`,
      title: t('CONFIRMATION.CALENDAR_CALL', { number }),
      text,
      place: '',
      when: { from: new Date(until.getTime() - halfHourMs), to: until },
    }
  }
  const shown = entry()
  if (shown === null) return null
  return (
    <Button size="small" className="screen-only" onClick={() => saveCalendarEntry(shown, `order-${number}`)}>
      <CalendarPlus size={20} strokeWidth={1.5} aria-hidden="true" />
      {t('CONFIRMATION.TO_CALENDAR')}
    </Button>
  )
}
