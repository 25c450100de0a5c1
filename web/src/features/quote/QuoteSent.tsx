import { Check, Copy, MessageCircle, MessageSquareText } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { formatDayWithWeekday, nextHalfHour, timeInBaku } from '@shared/dates'
import { whatsAppUrl } from '@shared/phone-links'
import { Button, buttonClass } from '@shared/components/Button'
import { Modal } from '@/components/dialogs/Modal'
import { useLanguage } from '@/lib/i18n/setup'
import { closeSent, type SentQuote } from '@/stores/quote'
import styles from './QuoteSent.module.css'

const steps = [
  ['QUOTE.STEP_CALL', 'QUOTE.STEP_CALL_TEXT'],
  ['QUOTE.STEP_MEASURE', 'QUOTE.STEP_MEASURE_TEXT'],
  ['QUOTE.STEP_OFFER', 'QUOTE.STEP_OFFER_TEXT'],
  ['QUOTE.STEP_BUILD', 'QUOTE.STEP_BUILD_TEXT'],
] as const

/** Says that the request was received, with its number and what comes next. */
export default function QuoteSent({ sent }: { sent: SentQuote }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [, navigate] = useLocation()
  const textId = useId()
  const { number, whatsapp, conversationToken, pieces, back, next } = sent
  const promisedAt = sent.promisedAt === null ? null : nextHalfHour(sent.promisedAt)
  const [now] = useState(() => new Date())
  const day = promisedAt === null ? '' : formatDayWithWeekday(promisedAt, language, now)
  const message = t('QUOTE.WHATSAPP', { number, pieces })
  const chat = whatsapp === null ? null : whatsAppUrl(whatsapp, message)
  const close = () => {
    closeSent()
    if (next !== null) navigate(next)
  }
  return (
    <Modal
      open
      alert={{ describedBy: textId }}
      title={t('QUOTE.SENT_TITLE')}
      onClose={close}
      footer={
        <Button variant="primary" wide onClick={close}>
          {t(back)}
        </Button>
      }
    >
      <p id={textId}>{t('QUOTE.SENT')}</p>
      <div className={styles.facts}>
        <dl className={styles.number}>
          <dt className="small second">{t('QUOTE.NUMBER')}</dt>
          <dd className="figures">
            {number} <CopyButton text={number} />
          </dd>
        </dl>
        {promisedAt !== null && day !== '' && <p className={styles.call}>{t('QUOTE.CALL_BY', { day, time: timeInBaku(promisedAt) })}</p>}
      </div>
      <ol className={styles.steps}>
        {steps.map(([name, text]) => (
          <li key={name}>
            <b>{t(name)}</b> {t(text)}
          </li>
        ))}
      </ol>
      {conversationToken !== null && (
        <div className={styles.message}>
          <p className="small second">{t('QUOTE.TALK_LEAD')}</p>
          <a href={`/${language}/conversation#${conversationToken}`} className={buttonClass({ wide: true })}>
            <MessageSquareText size={20} strokeWidth={1.5} aria-hidden="true" />
            {t('QUOTE.TALK')}
          </a>
        </div>
      )}
      {chat !== null && (
        <div className={styles.message}>
          <p className="small second">{t('QUOTE.WHATSAPP_LEAD')}</p>
          <p className={styles.text}>{message}</p>
          <a href={chat} target="_blank" rel="noopener noreferrer" className={buttonClass({ wide: true })}>
            <MessageCircle size={20} strokeWidth={1.5} aria-hidden="true" />
            {t('QUOTE.WHATSAPP_SEND')}
            <span className="visually-hidden">{t('COMMON.NEW_TAB')}</span>
          </a>
        </div>
      )}
    </Modal>
  )
}

function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  // Browsers offer no clipboard over plain HTTP.
  if (!('clipboard' in navigator)) return null
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      setCopied(false)
    }
  }
  const Icon = isCopied ? Check : Copy
  return (
    <button type="button" className={styles.copy} onClick={() => void copy()}>
      <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
      <span>{t('QUOTE.COPY')}</span>
      <span className="visually-hidden" role="status">
        {isCopied ? t('QUOTE.COPIED') : ''}
      </span>
    </button>
  )
}
