import { X } from 'lucide-react'
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from './classes'
import { IconButton } from './IconButton'
import styles from './Modal.module.css'
import { showModal } from './show-modal'

interface ModalProps {
  open: boolean
  /** Asked for by the × button, Escape or a click on the backdrop. */
  onClose: () => void
  title: string
  /** Beside the title, such as a count. */
  titleExtra?: ReactNode
  /** Stays in sight below the scrolling content. */
  footer?: ReactNode
  /** `drawer` slides in from the right, `dialog` stands in the middle and is a sheet on phones. */
  kind?: 'dialog' | 'drawer'
  className?: string | undefined
  children: ReactNode
}

/** A dialog over the page: focus stays inside and returns, Escape and the backdrop close it. */
export function Modal({ open, onClose, title, titleExtra, footer, kind = 'dialog', className, children }: ModalProps) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()

  useEffect(() => {
    const element = dialog.current
    if (!open || element === null) return
    return showModal(element)
  }, [open])

  const onBackdrop = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget) onClose()
  }

  if (!open) return null
  return (
    // Escape is the keyboard's way to do what a click on the backdrop does.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={classes(styles.modal, styles[kind], className)}
      aria-labelledby={id}
      onClick={onBackdrop}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.inside}>
        <div className={styles.header}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {titleExtra}
          <IconButton label={t('COMMON.CLOSE')} className={styles.close} onClick={onClose}>
            <X size={24} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        </div>
        <div className={styles.content}>{children}</div>
        {footer !== undefined && <div className={styles.footer}>{footer}</div>}
      </div>
    </dialog>
  )
}
