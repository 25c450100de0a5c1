import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextArea } from '@shared/components/Field'
import { Modal } from '@/components/dialogs/Modal'
import { maxText } from './calls'
import { AnswerFailure, DialogButtons, type AnswerDialogProps } from './DialogButtons'
import styles from './Offer.module.css'

/** Length from which the counter is shown. */
const countedFrom = 900

/** Asks for a change of the offer, which stays open. */
export default function ChangeDialog({ isBusy, error, onClose, onSend }: AnswerDialogProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isTried, setIsTried] = useState(false)
  const wish = text.trim()
  return (
    <Modal
      open
      title={t('OFFER.CHANGE_TITLE')}
      onClose={onClose}
      footer={
        <DialogButtons
          label={t('OFFER.CHANGE_CONFIRM')}
          isBusy={isBusy}
          onClose={onClose}
          onConfirm={() => (wish === '' ? setIsTried(true) : onSend({ kind: 'change', text: wish }))}
        />
      }
    >
      <TextArea
        label={t('OFFER.CHANGE_TEXT')}
        hint={t('OFFER.CHANGE_HINT')}
        error={isTried && wish === '' ? t('OFFER.CHANGE_EMPTY') : undefined}
        rows={5}
        maxLength={maxText}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {text.length >= countedFrom && (
        <p className={styles.count} role="status">
          {t('OFFER.COUNT', { count: text.length, max: maxText })}
        </p>
      )}
      <AnswerFailure error={error} text="OFFER.ASK_FAILED" />
    </Modal>
  )
}
