import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextArea } from '@shared/components/Field'
import { Modal } from '@/components/dialogs/Modal'
import type { TextKey } from '@shared/text-key'
import { maxText, type DeclineReason } from './calls'
import { AnswerFailure, DialogButtons, type AnswerDialogProps } from './DialogButtons'
import styles from './Offer.module.css'

/** The choices with their reasons in the contract, which has no word for the fourth: its text says it. */
const choices = [
  { text: 'OFFER.REASON_PRICE', reason: 'price' },
  { text: 'OFFER.REASON_TIME', reason: 'time' },
  { text: 'OFFER.REASON_COMPETITOR', reason: 'competitor' },
  { text: 'OFFER.REASON_NOT_NEEDED', reason: 'other', isTold: true },
  { text: 'OFFER.REASON_OTHER', reason: 'other' },
] as const satisfies readonly { text: TextKey; reason: DeclineReason; isTold?: boolean }[]
type Choice = (typeof choices)[number]

/** Asks for the reason of a no. */
export default function DeclineDialog({ isBusy, error, onClose, onSend }: AnswerDialogProps) {
  const { t } = useTranslation()
  const [choice, setChoice] = useState<Choice | null>(null)
  const [text, setText] = useState('')
  const send = () => {
    if (choice === null) return
    const told = 'isTold' in choice ? [t(choice.text), text] : [text]
    const words = told.map((part) => part.trim()).filter((part) => part !== '')
    onSend({ kind: 'decline', reason: choice.reason, text: words.join('. ').slice(0, maxText) })
  }
  return (
    <Modal
      open
      title={t('OFFER.DECLINE_TITLE')}
      onClose={onClose}
      footer={
        <DialogButtons label={t('OFFER.DECLINE_CONFIRM')} isBusy={isBusy} isDisabled={choice === null} onClose={onClose} onConfirm={send} />
      }
    >
      <fieldset className={styles.reasons}>
        <legend className={styles.legend}>{t('OFFER.DECLINE_TEXT')}</legend>
        {choices.map((option) => (
          <label key={option.text} className="check">
            <input type="radio" name="reason" checked={choice === option} onChange={() => setChoice(option)} />
            {t(option.text)}
          </label>
        ))}
      </fieldset>
      <TextArea
        label={t('OFFER.DECLINE_COMMENT')}
        rows={3}
        maxLength={maxText}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <AnswerFailure error={error} text="OFFER.ANSWER_FAILED" />
    </Modal>
  )
}
