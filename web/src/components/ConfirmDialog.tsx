import { Button } from './Button'
import styles from './ConfirmDialog.module.css'
import { Modal } from './Modal'

interface ConfirmDialogProps {
  title: string
  /** The question in full. */
  sentence: string
  /** The verb: "Delete address". */
  confirmLabel: string
  /** What pressing the other button means: "Keep". */
  keepLabel: string
  /** While the answer is on its way. */
  busyLabel?: string | undefined
  /** Why it did not work; the dialog stays. */
  failure?: string | undefined
  onConfirm: () => void
  onKeep: () => void
}

/** Asks before something goes that does not come back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, sentence, confirmLabel, keepLabel, busyLabel, failure, onConfirm, onKeep } = props
  return (
    <Modal
      open
      title={title}
      onClose={onKeep}
      footer={
        <div className={styles.buttons}>
          <Button busyLabel={busyLabel} onClick={onConfirm}>
            {confirmLabel}
          </Button>
          <Button variant="secondary" disabled={busyLabel !== undefined} onClick={onKeep}>
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
