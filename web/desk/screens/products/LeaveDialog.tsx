import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { Dialog } from '@desk/components/Dialog'

interface LeaveDialogProps {
  /** Number of unsaved fields. */
  count: number
  isBusy: boolean
  onSave: () => void
  onLeave: () => void
  onStay: () => void
}

/** Asks what becomes of the unsaved fields before another screen opens. */
export function LeaveDialog({ count, isBusy, onSave, onLeave, onStay }: LeaveDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('PRODUCT.LEAVE_TITLE', { count })}
      description={t('PRODUCT.LEAVE_TEXT')}
      onClose={onStay}
      actions={
        <>
          <Button onClick={onStay}>{t('PRODUCT.STAY')}</Button>
          <Button onClick={onLeave}>{t('PRODUCT.LEAVE')}</Button>
          <Button variant="primary" busy={isBusy} onClick={onSave}>
            {t('COMMON.SAVE')}
          </Button>
        </>
      }
    />
  )
}
