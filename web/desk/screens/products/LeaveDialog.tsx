import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { Dialog } from '@desk/components/Dialog'

interface LeaveDialogProps {
  /** Number of unsaved fields. */
  count: number
  /** Number of files that are on their way. */
  sending: number
  isBusy: boolean
  onSave: () => void
  onLeave: () => void
  onStay: () => void
}

/** Asks what becomes of the unsaved fields, and of files that are on their way, before another screen opens. */
export function LeaveDialog({ count, sending, isBusy, onSave, onLeave, onStay }: LeaveDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={sending > 0 ? t('MEDIA.LEAVE_TITLE', { count: sending }) : t('PRODUCT.LEAVE_TITLE', { count })}
      description={t(sending > 0 ? 'MEDIA.LEAVE_TEXT' : 'PRODUCT.LEAVE_TEXT')}
      onClose={onStay}
      actions={
        <>
          <Button onClick={onStay}>{t('PRODUCT.STAY')}</Button>
          <Button onClick={onLeave}>{t('PRODUCT.LEAVE')}</Button>
          {count > 0 && sending === 0 && (
            <Button variant="primary" busy={isBusy} onClick={onSave}>
              {t('COMMON.SAVE')}
            </Button>
          )}
        </>
      }
    />
  )
}
