import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, SubmitEvent } from 'react'
import styles from './Popups.module.css'

interface DialogProps {
  title: string
  description?: string | undefined
  size?: 'normal' | 'wide'
  onClose: () => void
  /** Makes the dialog a form. */
  onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void
  /** Buttons of the last line. */
  actions: ReactNode
  children?: ReactNode
}

/** An open modal dialog; on phones it rises from the lower edge. */
export function Dialog({ title, description, size = 'normal', onClose, onSubmit, actions, children }: DialogProps) {
  const content = (
    <>
      <Base.Title className={styles.title}>{title}</Base.Title>
      {description !== undefined && <Base.Description className={styles.description}>{description}</Base.Description>}
      {children !== undefined && <div className={styles.body}>{children}</div>}
      <div className={styles.actions}>{actions}</div>
    </>
  )
  return (
    <Base.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={styles.dialog} data-size={size}>
          {onSubmit === undefined ? (
            content
          ) : (
            <form onSubmit={onSubmit} noValidate>
              {content}
            </form>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
