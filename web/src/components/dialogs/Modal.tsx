import { X } from 'lucide-react'
import { useEffect, useId, useRef, type MouseEvent, type PointerEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '@shared/components/classes'
import { IconButton } from '@shared/components/IconButton'
import styles from './Modal.module.css'
import { showModal } from '@/components/show-modal'

interface ModalProps {
  open: boolean
  /** Called by the close button, Escape and a click on the backdrop. */
  onClose: () => void
  title: string
  /** A sentence below the title. */
  lead?: string | undefined
  /** Rendered after the title, such as a count. */
  titleExtra?: ReactNode
  /** Stays visible below the scrolling content. */
  footer?: ReactNode
  /** A `drawer` slides in from the right; a `dialog` is centred, and a bottom sheet on phones. */
  kind?: 'dialog' | 'drawer'
  /** A dialog of two columns. */
  wide?: boolean
  /** Announces a message that the visitor must read; `describedBy` is the id of its text. */
  alert?: { describedBy: string } | undefined
  className?: string | undefined
  children: ReactNode
}

/** A modal dialog that traps and restores the focus. */
export function Modal(props: ModalProps) {
  const { open, onClose, title, lead, titleExtra, footer, kind = 'dialog', wide = false, alert, className, children } = props
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()

  useEffect(() => {
    const element = dialog.current
    if (!open || element === null) return
    return showModal(element)
  }, [open])

  // A selection that begins in the dialog and ends on the backdrop is no press on the backdrop.
  const isBackdropPressed = useRef(false)
  const onPointerDown = (event: PointerEvent<HTMLDialogElement>) => {
    isBackdropPressed.current = event.target === event.currentTarget
  }
  const onBackdrop = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget && isBackdropPressed.current) onClose()
  }

  if (!open) return null
  return (
    // Escape is the keyboard's equivalent of a click on the backdrop.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={classes(styles.modal, styles[kind], wide && styles.wide, className)}
      aria-labelledby={id}
      {...(alert !== undefined && { role: 'alertdialog', 'aria-describedby': alert.describedBy })}
      onPointerDown={onPointerDown}
      onClick={onBackdrop}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.inside}>
        <div className={styles.header}>
          <div>
            <h2 id={id} className={styles.title}>
              {title}
            </h2>
            {lead !== undefined && <p className="small second">{lead}</p>}
          </div>
          {titleExtra}
          <IconButton label={t('COMMON.CLOSE')} className={styles.close} onClick={onClose}>
            <X size={24} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        </div>
        <div className={styles.content}>{children}</div>
        <div className={styles.toasts} data-toasts />
        {footer !== undefined && <div className={styles.footer}>{footer}</div>}
      </div>
    </dialog>
  )
}
