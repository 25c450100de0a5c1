import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { serverMessage } from '@shared/api/error'
import type { TextKey } from '@shared/text-key'
import type { Answer, PublicOffer } from './calls'
import { isConflict } from './calls'
import styles from './Offer.module.css'

/** Of the dialogs in which the customer answers an offer. */
export interface AnswerDialogProps {
  offer: PublicOffer
  isBusy: boolean
  /** Of the last attempt. */
  error: Error | null
  onClose: () => void
  onSend: (answer: Answer) => void
}

interface DialogButtonsProps {
  label: string
  isBusy: boolean
  isDisabled?: boolean
  /** Id of the text that says what the answer needs first. */
  describedBy?: string | undefined
  onClose: () => void
  onConfirm: () => void
}

/** The buttons of such a dialog: the answer, and the way back. */
export function DialogButtons({ label, isBusy, isDisabled = false, describedBy, onClose, onConfirm }: DialogButtonsProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.buttons}>
      <Button
        variant="primary"
        busyLabel={isBusy ? t('COMMON.SENDING') : undefined}
        disabled={isDisabled}
        aria-describedby={describedBy}
        onClick={onConfirm}
      >
        {label}
      </Button>
      <Button disabled={isBusy} onClick={onClose}>
        {t('OFFER.NOT_YET')}
      </Button>
    </div>
  )
}

/** Says that the answer did not arrive; a conflict closes the dialog instead. */
export function AnswerFailure({ error, text }: { error: Error | null; text: TextKey }) {
  const { t } = useTranslation()
  if (error === null || isConflict(error)) return null
  return (
    <p role="alert" className={styles.failure}>
      {serverMessage(error) || t(text)}
    </p>
  )
}
