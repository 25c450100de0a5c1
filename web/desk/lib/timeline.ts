import type { TFunction } from 'i18next'
import { formatShortDateTime } from '@shared/dates'
import type { Language } from '@shared/language'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import type { FollowUp, TimelineEntry } from '@desk/api/records'
import type { OfferMove } from '@desk/api/words'
import type { TextKey } from '@shared/text-key'
import type { TimelineItem } from '@desk/components/Timeline'
import { withMentions } from '@desk/components/with-mentions'
import { channelTexts, followUpTexts, outcomeTexts, reasonTexts, sourceTexts, statuses, wayTexts } from './texts'

const offerTexts = {
  sent: 'OFFER.SENT',
  opened: 'OFFER.OPENED',
  approvalAsked: 'OFFER.APPROVAL_ASKED',
  approved: 'OFFER.APPROVED',
  refused: 'OFFER.REFUSED',
  accepted: 'OFFER.ACCEPTED',
  declined: 'OFFER.DECLINED',
  changeAsked: 'OFFER.CHANGE_ASKED',
  askedAgain: 'OFFER.ASKED_AGAIN',
  expired: 'OFFER.EXPIRED',
  superseded: 'OFFER.SUPERSEDED',
  withdrawn: 'OFFER.WITHDRAWN',
  reopened: 'OFFER.REOPENED',
} as const satisfies Record<OfferMove, TextKey>

export const mailTexts = { waiting: 'MAIL.WAITING', sent: 'MAIL.SENT', failed: 'MAIL.FAILED' } as const

/** Actions of the customer on the page of an offer's link. */
const customerEvents: readonly OfferMove[] = ['opened', 'changeAsked', 'askedAgain']

/** Whether the customer did it: opened an offer, or answered it by its link. */
const isByCustomer = ({ kind, actor, detail }: TimelineEntry): boolean =>
  kind === 'offer' && actor === null && (detail.via === 'link' || detail.via === 'linkAtDesk' || customerEvents.includes(detail.what))

/** An entry of a quote as an item of a timeline. */
export function quoteItem(t: TFunction, entry: TimelineEntry, language: Language): TimelineItem {
  const { id, at, actor, kind, text } = entry
  const by = isByCustomer(entry) ? 'customer' : 'person'
  const said = { id, at, by, isSaid: true, text } as const
  const aside = (...parts: (string | null | undefined)[]) => [actor?.name, ...parts].filter(Boolean).join(', ')
  switch (kind) {
    case 'created':
      return {
        ...said,
        by: actor === null ? 'customer' : 'person',
        title: t('CUSTOMER.ASKED', { source: t(sourceTexts[entry.detail.source]) }),
        aside: aside(),
      }
    case 'note':
      return {
        ...said,
        title: t('TIMELINE.NOTE'),
        aside: aside(),
        kind: 'note',
        text: withMentions(
          text,
          entry.detail.mentions.map(({ name }) => name),
        ),
      }
    case 'file':
      return { ...said, title: t('TIMELINE.FILES'), aside: aside(), kind: 'note' }
    case 'contact': {
      const { channel, direction, outcome, minutes } = entry.detail
      const title = t(direction === 'in' ? 'TIMELINE.INCOMING' : 'TIMELINE.CONTACT', { channel: t(channelTexts[channel]) })
      const length = minutes ? `, ${t('SPAN.MINUTES', { minutes })}` : ''
      const isMessage = channel === 'whatsapp' || channel === 'mail'
      return { ...said, title: title + length, aside: aside(t(outcomeTexts[outcome])), kind: isMessage ? 'message' : undefined }
    }
    case 'mail': {
      const { subject, state } = entry.detail
      return { ...said, title: t('TIMELINE.MAIL', { subject: subject ?? '' }), aside: aside(state && t(mailTexts[state])), kind: 'message' }
    }
    case 'message': {
      const isOurs = entry.detail.side === 'staff'
      const photos = entry.detail.photos > 0 ? t('MESSAGES.PHOTOS', { count: entry.detail.photos }) : null
      return {
        ...said,
        by: isOurs ? 'person' : 'customer',
        title: t(isOurs ? 'MESSAGES.FROM_US' : 'MESSAGES.FROM_CUSTOMER'),
        aside: aside(photos),
        kind: 'message',
      }
    }
    default:
      return { ...said, by: by === 'customer' ? by : 'system', isSaid: false, title: systemText(t, entry, language) }
  }
}

/** An entry that says what happened, without words of a person. */
type SystemEntry = Exclude<TimelineEntry, { kind: 'created' | 'note' | 'file' | 'contact' | 'mail' | 'message' }>

/** Text of such an entry, with its author. */
function systemText(t: TFunction, entry: SystemEntry, language: Language): string {
  const name = entry.actor?.name ?? t('TIMELINE.SYSTEM')
  switch (entry.kind) {
    case 'status': {
      const { from, to, reason } = entry.detail
      const why = reason ? ` (${t(reasonTexts[reason])})` : ''
      return t('TIMELINE.STATUS', { name, from: t(statuses[from].text), to: t(statuses[to].text) }) + why
    }
    case 'assigned': {
      const { to } = entry.detail
      if (to === null) return t('TIMELINE.UNASSIGNED', { name })
      return to.id !== null && to.id === entry.actor?.id ? t('TIMELINE.TAKEN', { name }) : t('TIMELINE.GIVEN', { name, to: to.name })
    }
    case 'followUp': {
      const { from, to, isDone } = entry.detail
      if (isDone && from !== null) return t('TIMELINE.FOLLOW_UP_DONE', { name, step: stepText(t, from, language) })
      return to === null ? t('TIMELINE.NO_FOLLOW_UP', { name }) : t('TIMELINE.FOLLOW_UP', { name, step: stepText(t, to, language) })
    }
    case 'offer': {
      const { number, what, total, reason, via } = entry.detail
      const sum = formatWithSign(toQepik(total), language)
      return `${t(offerTexts[what], { number })}, ${sum}${reason ? ` (${t(reasonTexts[reason])})` : ''}${via === 'linkAtDesk' ? `, ${t(wayTexts[via])}` : ''}`
    }
    case 'order':
      return t('TIMELINE.ORDER', { number: entry.detail.orderNumber })
    case 'design': {
      const { from, to } = entry.detail
      const sum = ({ total }: typeof from) => (total === null ? '—' : formatWithSign(toQepik(total), language))
      const title = t(from.sentenceAz === to.sentenceAz ? 'TIMELINE.DESIGN_PRICE' : 'TIMELINE.DESIGN', {
        name,
        from: sum(from),
        to: sum(to),
      })
      return entry.text === '' ? title : `${title}: ${entry.text}`
    }
    case 'measured': {
      const { sentenceAz: az, sentenceRu: ru, sentenceEn: en } = entry.detail.design
      return t('TIMELINE.MEASURED', { name, piece: { az, ru, en }[language] })
    }
  }
}

const stepText = (t: TFunction, { kind, at }: FollowUp, language: Language) =>
  `${t(followUpTexts[kind])}, ${formatShortDateTime(at, language)}`
