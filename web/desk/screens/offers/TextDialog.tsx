import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { Dialog } from '@desk/components/Dialog'
import { TextArea } from '@shared/components/Field'

interface TextDialogProps {
  title: string
  description?: string
  label: string
  confirm: string
  isNeeded: boolean
  isDanger?: boolean
  maxLength: number
  isBusy: boolean
  onClose: () => void
  onConfirm: (text: string) => void
}

/** Asks for a sentence before a step that the customer or the timeline sees. */
export function TextDialog(props: TextDialogProps) {
  const { title, description, label, confirm, isNeeded, isDanger = false, maxLength, isBusy, onClose, onConfirm } = props
  const { t } = useTranslation()
  const [text, setText] = useState('')
  return (
    <Dialog
      title={title}
      description={description}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('COMMON.CANCEL')}</Button>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            busy={isBusy}
            disabled={isNeeded && text.trim() === ''}
            onClick={() => onConfirm(text.trim())}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <TextArea label={label} maxLength={maxLength} value={text} onChange={({ target }) => setText(target.value)} />
    </Dialog>
  )
}
