import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/Button'
import { TextAreaField } from '@/components/Field'
import { Modal } from '@/components/Modal'
import type { TextKey } from '@/lib/text-key'
import type { AnswerDialogProps } from './AcceptDialog'
import { declineReasons, OfferConflict, type DeclineReason } from './calls'
import styles from './Offer.module.css'

const reasonTexts = {
  price: 'OFFER.REASON_PRICE',
  time: 'OFFER.REASON_TIME',
  competitor: 'OFFER.REASON_COMPETITOR',
  other: 'OFFER.REASON_OTHER',
} as const satisfies Record<DeclineReason, TextKey>

/** Asks for the reason of a no. */
export default function DeclineDialog({ isBusy, error, onClose, onSend }: AnswerDialogProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState<DeclineReason | null>(null)
  const [text, setText] = useState('')
  return (
    <Modal
      open
      title={t('OFFER.DECLINE_TITLE')}
      onClose={onClose}
      footer={
        <div className={styles.buttons}>
          <Button
            busyLabel={isBusy ? t('COMMON.SENDING') : undefined}
            disabled={reason === null}
            onClick={() => reason !== null && onSend({ kind: 'decline', reason, text })}
          >
            {t('OFFER.DECLINE_CONFIRM')}
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            {t('OFFER.NOT_YET')}
          </Button>
        </div>
      }
    >
      <fieldset className={styles.reasons}>
        <legend className={styles.legend}>{t('OFFER.DECLINE_TEXT')}</legend>
        {declineReasons.map((option) => (
          <label key={option} className={styles.reason}>
            <input type="radio" name="reason" checked={reason === option} onChange={() => setReason(option)} />
            {t(reasonTexts[option])}
          </label>
        ))}
      </fieldset>
      <TextAreaField
        label={t('OFFER.DECLINE_COMMENT')}
        rows={3}
        maxLength={1000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {error !== null && !(error instanceof OfferConflict) && (
        <p role="alert" className={styles.failure}>
          {t('OFFER.ANSWER_FAILED')}
        </p>
      )}
    </Modal>
  )
}
