import { useTranslation } from 'react-i18next'
import type { FollowUp } from '@desk/api/records'
import { Button } from '@shared/components/Button'
import { Dialog } from '@desk/components/Dialog'
import { FollowUpFields, useFollowUpDraft } from './FollowUpFields'

interface NextStepDialogProps {
  title: string
  description?: string
  isBusy: boolean
  onClose: () => void
  onSave: (followUp: FollowUp) => void
}

/** Asks for a next step and its time. */
export default function NextStepDialog({ title, description, isBusy, onClose, onSave }: NextStepDialogProps) {
  const { t } = useTranslation()
  const draft = useFollowUpDraft(null)
  return (
    <Dialog
      title={title}
      description={description}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('COMMON.CANCEL')}</Button>
          <Button
            variant="primary"
            busy={isBusy}
            disabled={draft.value === null}
            onClick={() => draft.value !== null && onSave(draft.value)}
          >
            {t('COMMON.SAVE')}
          </Button>
        </>
      }
    >
      <FollowUpFields draft={draft} />
    </Dialog>
  )
}
