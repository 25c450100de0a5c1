import type { TFunction } from 'i18next'
import { MessageCircle, Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '@shared/dates'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import { whatsAppUrl } from '@shared/whatsapp'
import { Button } from '@/components/Button'
import { openedPart } from '@/components/part'
import { Picture } from '@/components/Picture'
import { useLanguage } from '@/lib/i18n/setup'
import type { AnswerDialogProps } from './AcceptDialog'
import { type PublicOffer } from './calls'
import { firstWord, percentText } from './format'
import { Notice } from './Notice'
import styles from './Offer.module.css'
import { OrderSteps } from './OrderSteps'
import { stateTexts } from './state-texts'
import { useAnswer, type Answer } from './use-offer'

const AcceptDialog = openedPart(() => import('./AcceptDialog'), ({ onClose }: AnswerDialogProps) => onClose())
const DeclineDialog = openedPart(() => import('./DeclineDialog'), ({ onClose }: AnswerDialogProps) => onClose())

/** The offer on one page: lines, sums, the answer, and the order's steps once there is one. */
export function OfferDocument({ token, offer }: { token: string; offer: PublicOffer }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const answer = useAnswer(token, offer)
  const [open, setOpen] = useState<Answer['kind'] | null>(null)
  const [now] = useState(() => new Date())
  const { title, lead } = stateTexts(t, offer, language, now)
  const isOpen = offer.state === 'opened' || offer.state === 'sent'
  const ask = (kind: Answer['kind']) => {
    answer.reset()
    setOpen(kind)
  }
  const send = (next: Answer) => {
    answer.mutate(next, {
      // After a conflict the page shows what the offer is now.
      onSettled: (given, error) => {
        if (given !== undefined || (error !== null && 'present' in error)) {
          setOpen(null)
          window.scrollTo({ top: 0 })
        }
      },
    })
  }
  const dialog = { offer, isBusy: answer.isPending, error: answer.error, onClose: () => setOpen(null), onSend: send }
  return (
    <div className={styles.columns}>
      <div className={styles.words}>
        <p className={styles.number}>
          {t('OFFER.NUMBER', { number: offer.number, day: formatDay(offer.sentAt, language, now) })}
        </p>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        <Notice error={answer.error} />
        {offer.order !== null && <OrderSteps order={offer.order} />}
        <Lines offer={offer} />
        {offer.message !== '' && (
          <section className={styles.said} aria-label={t('OFFER.MESSAGE')}>
            <p className="second">{offer.sender?.name}</p>
            <p lang={offer.language} className={styles.message}>
              {offer.message}
            </p>
          </section>
        )}
      </div>
      <aside className={styles.box} aria-label={t('OFFER.TO_PAY')}>
        <h2 className={styles.boxTitle}>{t('OFFER.TO_PAY')}</h2>
        <Sums offer={offer} />
        <div className={styles.actions}>
          {isOpen && (
            <Button wide onClick={() => ask('accept')}>
              {t('OFFER.ACCEPT')}
            </Button>
          )}
          <WhatsApp offer={offer} />
        </div>
        <p className={styles.small}>
          {isOpen && nextStep(t, offer)}{' '}
          {isOpen && (
            <button type="button" className={styles.link} onClick={() => ask('decline')}>
              {t('OFFER.DECLINE')}
            </button>
          )}
        </p>
        <button type="button" className={styles.print} onClick={() => window.print()}>
          <Printer size={20} strokeWidth={1.5} aria-hidden="true" />
          {t('OFFER.PRINT')}
        </button>
      </aside>
      {isOpen && (
        <div className={styles.dock}>
          <span className={styles.dockSum}>
            <span className="second small">{t('OFFER.TOTAL')}</span>
            <b className="figures">{formatWithSign(toQepik(offer.total), language)}</b>
          </span>
          <Button wide onClick={() => ask('accept')}>
            {t('OFFER.ACCEPT_SHORT')}
          </Button>
        </div>
      )}
      {open === 'accept' && <AcceptDialog {...dialog} />}
      {open === 'decline' && <DeclineDialog {...dialog} />}
    </div>
  )
}

function nextStep(t: TFunction, { sender, depositPercent }: PublicOffer): string {
  if (sender === null) return t('OFFER.NO_PAYMENT')
  const name = firstWord(sender.name)
  return depositPercent === 0 ? t('OFFER.CALLS', { name }) : t('OFFER.CALLS_DEPOSIT', { name })
}

function Lines({ offer }: { offer: PublicOffer }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const sum = (amount: number) => formatWithSign(toQepik(amount), language)
  return (
    <section aria-label={t('OFFER.LINES')}>
      <ul className={styles.lines}>
        {offer.lines.map((line, index) => {
          const details = [
            line.detail,
            line.discount > 0 ? t('OFFER.DISCOUNT_OF', { percent: percentText(line.discount, language) }) : '',
          ].filter((part) => part !== '')
          return (
            // Lines have no ids on this side, and never change their places.
            <li key={index}>
              <Picture src={line.imageUrl} alt="" width={72} height={90} sizes="72px" className={styles.picture} />
              <div className={styles.line}>
                <h2 className={styles.name} lang={offer.language}>
                  {line.name}
                </h2>
                {details.length > 0 && (
                  <p className="second small" lang={offer.language}>
                    {details.join(', ')}
                  </p>
                )}
                {line.quantity > 1 && (
                  <p className={`${styles.narrowQuantity ?? ''} second small figures`}>
                    {line.quantity} × {sum(line.unitPrice)}
                  </p>
                )}
              </div>
              <span className={`${styles.quantity ?? ''} figures`}>
                {line.quantity === 1 ? t('OFFER.PIECES', { count: 1 }) : `${line.quantity} × ${sum(line.unitPrice)}`}
              </span>
              <span className={`${styles.sum ?? ''} figures`}>{sum(line.subtotal)}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Sums({ offer }: { offer: PublicOffer }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const sum = (amount: number) => formatWithSign(toQepik(amount), language)
  const hasDelivery = offer.deliveryText !== '' || offer.deliveryPrice > 0
  return (
    <dl className={`${styles.sums ?? ''} figures`}>
      {(offer.discountTotal > 0 || hasDelivery) && (
        <>
          <dt>{t('OFFER.SUM')}</dt>
          <dd>{sum(offer.listTotal)}</dd>
        </>
      )}
      {offer.discountTotal > 0 && (
        <>
          <dt>{t('OFFER.DISCOUNT')}</dt>
          <dd>{sum(-offer.discountTotal)}</dd>
        </>
      )}
      {hasDelivery && (
        <>
          <dt lang={offer.deliveryText === '' ? undefined : offer.language}>{offer.deliveryText || t('OFFER.DELIVERY')}</dt>
          <dd>{offer.deliveryPrice === 0 ? t('OFFER.FREE') : sum(offer.deliveryPrice)}</dd>
        </>
      )}
      <dt className={styles.total}>{t('OFFER.TOTAL')}</dt>
      <dd className={styles.total}>{sum(offer.total)}</dd>
      {offer.depositPercent > 0 && (
        <>
          <dt className="second">{t('OFFER.DEPOSIT', { percent: percentText(offer.depositPercent, language) })}</dt>
          <dd className="second">{sum(offer.deposit)}</dd>
        </>
      )}
    </dl>
  )
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
