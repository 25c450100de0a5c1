import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { Dialog } from '@desk/components/Dialog'
import { isCommand } from '@desk/lib/keys'
import { useLeaving } from '@desk/lib/leaving'

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
function LeaveDialog({ count, sending, isBusy, onSave, onLeave, onStay }: LeaveDialogProps) {
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

interface SaveGuardProps extends Pick<LeaveDialogProps, 'count' | 'isBusy'> {
  sending?: number
  /** Resolves to whether nothing is left to save. */
  onSave: () => Promise<boolean>
}

/** Saves on Ctrl+S, and asks before another screen opens while something is unsaved or on its way. */
export function SaveGuard({ count, sending = 0, isBusy, onSave }: SaveGuardProps) {
  const [leave, setLeave] = useState<(() => void) | null>(null)
  useLeaving(count > 0 || sending > 0, (go) => setLeave(() => go))
  const latest = useRef(onSave)
  useEffect(() => {
    latest.current = onSave
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isCommand(event, 's')) return
      event.preventDefault()
      void latest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  if (leave === null) return null
  return (
    <LeaveDialog
      count={count}
      sending={sending}
      isBusy={isBusy}
      onSave={() => {
        void onSave().then((isSaved) => {
          setLeave(null)
          if (isSaved) leave()
        })
      }}
      onLeave={() => {
        setLeave(null)
        leave()
      }}
      onStay={() => setLeave(null)}
    />
  )
}
