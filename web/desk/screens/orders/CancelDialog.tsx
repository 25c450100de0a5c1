import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '@desk/api/records'
import { type CancelReason, cancelReasons } from '@desk/api/words'
import { Button } from '@shared/components/Button'
import { Dialog } from '@desk/components/Dialog'
import { TextArea } from '@shared/components/Field'
import { Check } from '@desk/components/Check'
import { cancelReasonTexts } from '@desk/lib/orders'
import { languageTexts } from '@desk/lib/texts'
import styles from './Order.module.css'

interface CancelDialogProps {
  order: Order
  isBusy: boolean
  onClose: () => void
  onCancel: (how: { reason: CancelReason; text: string }) => void
}

/** Asks why, and says what follows. */
export function CancelDialog({ order, isBusy, onClose, onCancel }: CancelDialogProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState<CancelReason | null>(null)
  const [text, setText] = useState('')
  const isComplete = reason !== null && (reason !== 'other' || text.trim() !== '')
  const follows = [
    t('ORDER.CANCEL_STOCK'),
    order.customer.email === null ? t('ORDER.CANCEL_NO_MAIL') : t('ORDER.CANCEL_MAIL', { language: t(languageTexts[order.language]) }),
    order.paidAmount > order.refundedAmount ? t('ORDER.CANCEL_MONEY') : '',
  ]
  return (
    <Dialog
      title={t('ORDER.CANCEL_TITLE', { number: order.orderNumber })}
      description={follows.filter((part) => part !== '').join(' ')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('COMMON.KEEP')}</Button>
          <Button
            variant="danger"
            busy={isBusy}
            disabled={!isComplete}
            onClick={() => reason !== null && onCancel({ reason, text: text.trim() })}
          >
            {t('ORDER.CANCEL')}
          </Button>
        </>
      }
    >
      <fieldset className={styles.reasons}>
        <legend className="visually-hidden">{t('STATUS.REASON')}</legend>
        {cancelReasons.map((option) => (
          <Check key={option} type="radio" name="reason" checked={reason === option} onChange={() => setReason(option)}>
            {t(cancelReasonTexts[option])}
          </Check>
        ))}
      </fieldset>
      <TextArea label={t('STATUS.COMMENT')} maxLength={1000} rows={2} value={text} onChange={({ target }) => setText(target.value)} />
    </Dialog>
  )
}
