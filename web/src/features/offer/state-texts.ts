import type { TFunction } from 'i18next'
import { dateInBaku, formatDay } from '@shared/dates'
import type { Language } from '@shared/language'
import { isReadable } from '@/lib/contact/name-script'
import type { PublicOffer } from './calls'
import { firstWord } from './format'

/** Whether the customer can accept or decline. */
export const isOpen = ({ state }: PublicOffer): boolean => state === 'opened' || state === 'sent'

/** The title and the sentence below it, by the state of the offer. */
export function stateTexts(t: TFunction, offer: PublicOffer, language: Language, now: Date): { title: string; lead: string } {
  const { customerName, sender } = offer
  const until = formatDay(offer.validUntil, language, now)
  const decided = offer.decidedAt === null ? '' : formatDay(offer.decidedAt, language, now)
  const named = (withName: string, without: string) => (customerName ? withName : without)
  const name = customerName ?? ''
  switch (offer.state) {
    case 'accepted': {
      const next =
        sender === null || !isReadable(sender.name, language)
          ? t('OFFER.WE_CALL')
          : t('OFFER.SENDER_CALLS', { name: firstWord(sender.name) })
      return {
        title: named(t('OFFER.ACCEPTED_BY', { name }), t('OFFER.ACCEPTED')),
        lead: decided === '' ? next : `${t('OFFER.ACCEPTED_ON', { day: decided })} ${next}`,
      }
    }
    case 'declined':
      return {
        title: t('OFFER.DECLINED'),
        lead: dateInBaku(now) <= offer.validUntil ? t('OFFER.DECLINED_OPEN', { day: until }) : t('OFFER.DECLINED_TEXT', { day: decided }),
      }
    case 'expired':
      return { title: t('OFFER.EXPIRED'), lead: t('OFFER.EXPIRED_TEXT', { day: until }) }
    case 'withdrawn':
      return { title: t('OFFER.WITHDRAWN'), lead: t('OFFER.WITHDRAWN_TEXT') }
    case 'superseded':
      return { title: t('OFFER.SUPERSEDED'), lead: t('OFFER.SUPERSEDED_TEXT') }
    default: {
      const make =
        offer.makeDays === null
          ? ''
          : offer.depositPercent > 0
            ? t('OFFER.MADE_AFTER_DEPOSIT', { count: offer.makeDays })
            : t('OFFER.MADE', { count: offer.makeDays })
      return {
        title: named(t('OFFER.READY_FOR', { name }), t('OFFER.READY')),
        lead: `${t('OFFER.VALID', { day: until })} ${make}`.trim(),
      }
    }
  }
}
