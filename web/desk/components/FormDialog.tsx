import type { ReactNode, SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { Dialog } from './Dialog'
import { Note } from './Parts'

interface FormDialogProps {
  title: string
  description?: string | undefined
  size?: 'normal' | 'wide'
  /** Text of the button that sends the form. */
  submitText: string
  isBusy: boolean
  /** Why the last attempt failed, where that is about no field. */
  failure: string | undefined
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}

/** A modal dialog with a form, which can be left without effect. */
export function FormDialog({ submitText, isBusy, failure, children, ...dialog }: FormDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button onClick={dialog.onClose}>{t('COMMON.CANCEL')}</Button>
          <Button variant="primary" type="submit" busy={isBusy}>
            {submitText}
          </Button>
        </>
      }
    >
      {failure !== undefined && (
        <Note tone="ruby" role="alert">
          {failure}
        </Note>
      )}
      {children}
    </Dialog>
  )
}
