import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reason } from '@desk/api/words'
import { Button } from '@shared/components/Button'
import { Dialog } from '@desk/components/Dialog'
import { TextArea } from '@shared/components/Field'
import { Check } from '@desk/components/Check'
import { reasonTexts } from '@desk/lib/texts'
import styles from './OpenQuote.module.css'

interface ReasonDialogProps {
  title: string
  reasons: readonly Reason[]
  /** The reason that is chosen at first. */
  likely?: Reason | undefined
  hasComment?: boolean
  isBusy: boolean
  onClose: () => void
  onPick: (reason: Reason, comment: string) => void
}

/** Asks why quotes end without an order. */
export default function ReasonDialog({ title, reasons, likely, hasComment = false, isBusy, onClose, onPick }: ReasonDialogProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState<Reason | null>(likely ?? null)
  const [comment, setComment] = useState('')
  return (
    <Dialog
      title={title}
      description={t('STATUS.REASON_NEEDED')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('COMMON.KEEP')}</Button>
          <Button variant="danger" busy={isBusy} disabled={reason === null} onClick={() => reason !== null && onPick(reason, comment)}>
            {t('STATUS.CLOSE_QUOTE')}
          </Button>
        </>
      }
    >
      <fieldset className={styles.reasons}>
        <legend className="visually-hidden">{t('STATUS.REASON')}</legend>
        {reasons.map((option) => (
          <Check key={option} type="radio" name="reason" checked={reason === option} onChange={() => setReason(option)}>
            {t(reasonTexts[option])}
          </Check>
        ))}
      </fieldset>
      {hasComment && (
        <TextArea
          label={t('STATUS.COMMENT')}
          rows={2}
          maxLength={1000}
          value={comment}
          onChange={({ target }) => setComment(target.value)}
        />
      )}
    </Dialog>
  )
}
