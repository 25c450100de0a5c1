import type { UseMutationResult } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { MessageCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dateInBaku } from '@shared/dates'
import type { Language } from '@shared/language'
import { whatsAppUrl } from '@shared/phone-links'
import { Button } from '@shared/components/Button'
import document from '@/components/document/Document.module.css'
import { Sum } from '@/components/document/Sum'
import { SumRows, type SumRow } from '@/components/document/SumRows'
import { withParts } from '@/components/document/with-parts'
import { useLanguage } from '@/lib/i18n/setup'
import { isReadable } from '@/lib/contact/name-script'
import { classes } from '@shared/components/classes'
import type { Answer, PublicOffer } from './calls'
import { AnswerFailure } from './DialogButtons'
import { firstWord, percentText } from './format'
import styles from './Offer.module.css'
import { isOpen } from './state-texts'

export type OfferDialog = 'accept' | 'change' | 'decline'

interface OfferBoxProps {
  offer: PublicOffer
  now: Date
  answer: UseMutationResult<PublicOffer, Error, Answer>
  /** Opens a dialog. */
  onAsk: (dialog: OfferDialog) => void
  onSend: (answer: Answer) => void
}

/** The sums of an offer and what the customer can do with it. */
export function OfferBox({ offer, now, answer, onAsk, onSend }: OfferBoxProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const link = (dialog: OfferDialog, text: string) => (
    <button type="button" className={document.link} onClick={() => onAsk(dialog)}>
      {text}
    </button>
  )
  return (
    <aside className={classes(document.box, styles.box)} aria-label={t('OFFER.TO_PAY')}>
      <h2 className={document.boxTitle}>{t('OFFER.TO_PAY')}</h2>
      <Sums offer={offer} />
      <div className={styles.actions}>
        {isOpen(offer) && (
          <Button variant="primary" wide className={styles.accept} onClick={() => onAsk('accept')}>
            {t('OFFER.ACCEPT')}
          </Button>
        )}
        <AskAgain offer={offer} now={now} answer={answer} onSend={onSend} />
        <WhatsApp offer={offer} />
      </div>
      {isOpen(offer) && (
        <p className={styles.small}>
          {offer.needsMeasuring && `${t('OFFER.AFTER_MEASURING')} `}
          {nextStep(t, offer, language)}{' '}
          {withParts(t('OFFER.NOT_RIGHT'), {
            change: link('change', t('OFFER.CHANGE')),
            decline: link('decline', t('OFFER.DECLINE')),
          })}
        </p>
      )}
    </aside>
  )
}

function nextStep(t: TFunction, { sender, depositPercent }: PublicOffer, language: Language): string {
  if (sender === null || !isReadable(sender.name, language)) return t('OFFER.NO_PAYMENT')
  const name = firstWord(sender.name)
  return depositPercent === 0 ? t('OFFER.CALLS', { name }) : t('OFFER.CALLS_DEPOSIT', { name })
}

/** Whether the customer asked for a new offer after this one ended, and not for a change before. */
function hasAskedAgain({ state, askedAt, decidedAt, validUntil }: PublicOffer): boolean {
  if (!askedAt) return false
  if (state === 'expired') return dateInBaku(askedAt) > validUntil
  return state !== 'declined' || decidedAt === null || Date.parse(askedAt) >= Date.parse(decidedAt)
}

/** One press asks for a new offer in place of one that ended. */
function AskAgain({ offer, now, answer, onSend }: Omit<OfferBoxProps, 'onAsk'>) {
  const { t } = useTranslation()
  const { state, validUntil } = offer
  if (state !== 'expired' && state !== 'declined' && state !== 'withdrawn') return null
  if (hasAskedAgain(offer)) {
    return (
      <p className={styles.asked} role="status">
        {t('OFFER.ASKED_AGAIN')}
      </p>
    )
  }
  const mayChangeMind = state === 'declined' && dateInBaku(now) <= validUntil
  return (
    <>
      <Button
        variant="primary"
        wide
        busyLabel={answer.isPending ? t('COMMON.SENDING') : undefined}
        onClick={() => onSend({ kind: 'again' })}
      >
        {t(mayChangeMind ? 'OFFER.CHANGED_MIND' : 'OFFER.ASK_AGAIN')}
      </Button>
      <AnswerFailure error={answer.error} text="OFFER.ASK_FAILED" />
    </>
  )
}

function Sums({ offer }: { offer: PublicOffer }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const isStruck = offer.state === 'expired'
  const sum = (amount: number) => <Sum amount={amount} isStruck={isStruck} />
  const hasDelivery = offer.deliveryText !== '' || offer.deliveryPrice > 0
  const rows: (SumRow | false)[] = [
    (offer.discountTotal > 0 || hasDelivery) && { label: t('OFFER.SUM'), value: sum(offer.listTotal) },
    offer.discountTotal > 0 && { label: t('OFFER.DISCOUNT'), value: sum(-offer.discountTotal) },
    hasDelivery && {
      label: offer.deliveryText || t('OFFER.DELIVERY'),
      lang: offer.deliveryText === '' || offer.language === language ? undefined : (offer.language ?? undefined),
      value: offer.deliveryPrice === 0 ? t('OFFER.FREE') : sum(offer.deliveryPrice),
    },
    { label: t('OFFER.TOTAL'), value: sum(offer.total), kind: 'total' },
    offer.vat !== null && { label: t('OFFER.VAT'), value: sum(offer.vat), kind: 'second' },
    offer.depositPercent > 0 && {
      label: t('OFFER.DEPOSIT', { percent: percentText(offer.depositPercent, language) }),
      value: sum(offer.deposit),
      kind: 'second',
    },
  ]
  return <SumRows rows={rows.filter((row) => row !== false)} />
}

/** Opens a chat with the sender; the text names the offer by its number only. */
function WhatsApp({ offer: { number, sender } }: { offer: PublicOffer }) {
  const { t } = useTranslation()
  const chat = whatsAppUrl(sender?.phone ?? '', t('OFFER.ASK_TEXT', { number }))
  if (chat === null) return null
  return (
    <a className={styles.ask} href={chat} target="_blank" rel="noreferrer">
      <MessageCircle size={24} strokeWidth={1.5} aria-hidden="true" />
      {t('OFFER.ASK')}
      <span className="visually-hidden"> {t('COMMON.NEW_TAB')}</span>
    </a>
  )
}
