import { Button } from '@shared/components/Button'
import styles from './ConfirmDialog.module.css'
import { Modal } from './Modal'

interface ConfirmDialogProps {
  title: string
  sentence: string
  /** A verb, such as "Delete address". */
  confirmLabel: string
  /** Label of the cancel button, such as "Keep". */
  keepLabel: string
  /** Set while the request is pending. */
  busyLabel?: string | undefined
  /** Error of the last attempt; the dialog stays open. */
  failure?: string | undefined
  onConfirm: () => void
  onKeep: () => void
}

/** Asks for confirmation of an irreversible action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, sentence, confirmLabel, keepLabel, busyLabel, failure, onConfirm, onKeep } = props
  return (
    <Modal
      open
      title={title}
      onClose={onKeep}
      footer={
        <div className={styles.buttons}>
          <Button variant="primary" busyLabel={busyLabel} onClick={onConfirm}>
            {confirmLabel}
          </Button>
          <Button disabled={busyLabel !== undefined} onClick={onKeep}>
            {keepLabel}
          </Button>
        </div>
      }
    >
      <p>{sentence}</p>
      {failure !== undefined && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
    </Modal>
  )
}
