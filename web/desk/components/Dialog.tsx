import { Dialog as Base } from '@base-ui/react/dialog'
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { closeToast, latestToast, takeToast, useToasts } from '@shared/toasts'
import { useLeaveQuestion } from '@desk/lib/use-leave-question'
import { Note } from './Parts'
import styles from './Popups.module.css'

interface DialogProps {
  title: string
  description?: string | undefined
  size?: 'normal' | 'wide'
  onClose: () => void
  /** Closes without a question: typed values are kept elsewhere or are unimportant. */
  isKept?: boolean
  /** Makes the dialog a form. */
  onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void
  /** Buttons of the last line. */
  actions: ReactNode
  children?: ReactNode
}

/**
 * An open modal dialog; on phones it rises from the lower edge. Escape and a press beside it ask before they throw away what was
 * typed; its buttons do not. Errors of its calls stand in it.
 */
export function Dialog({ title, description, size = 'normal', onClose, isKept = false, onSubmit, actions, children }: DialogProps) {
  const { t } = useTranslation()
  const [isFilled, setFilled] = useState(false)
  const [isAsking, setAsking] = useState(false)
  useLeaveQuestion(isFilled)
  const content = (
    <>
      <Base.Title className={styles.title}>{title}</Base.Title>
      {description !== undefined && <Base.Description className={styles.description}>{description}</Base.Description>}
      <Errors />
      {children !== undefined && <div className={styles.body}>{children}</div>}
      {isAsking ? (
        <div className={styles.actions} role="alertdialog" aria-label={t('DIALOG.DISCARD')}>
          <p className={styles.question}>{t('DIALOG.DISCARD')}</p>
          <Button variant="danger" onClick={onClose}>
            {t('DIALOG.DISCARD_YES')}
          </Button>
          <Button ref={focusNow} variant="primary" onClick={() => setAsking(false)}>
            {t('DIALOG.DISCARD_NO')}
          </Button>
        </div>
      ) : (
        <div className={styles.actions}>{actions}</div>
      )}
    </>
  )
  return (
    <Base.Root
      open
      onOpenChange={(isOpen, { reason }) => {
        if (isOpen) return
        if (isFilled && !isAsking && (reason === 'escape-key' || reason === 'outside-press')) setAsking(true)
        else if (reason === 'outside-press' && isAsking) return
        else if (reason === 'escape-key' && isAsking) setAsking(false)
        else onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          className={styles.dialog}
          data-size={size}
          onInput={({ target }) => {
            if (!isKept && !(target instanceof HTMLInputElement && target.type === 'search')) setFilled(true)
          }}
        >
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

const focusNow = (button: HTMLButtonElement | null) => button?.focus()

/** The last error that was told while the dialog is open; it goes with it. */
function Errors() {
  const [before] = useState(latestToast)
  const errors = useToasts(({ toasts }) => toasts).filter(({ id, tone }) => tone === 'error' && id > before)
  const told = useRef<readonly number[]>([])
  useEffect(() => {
    told.current = errors.map(({ id }) => id)
    for (const { id, isElsewhere } of errors) if (isElsewhere !== true) takeToast(id)
  })
  useEffect(() => () => told.current.forEach(closeToast), [])
  const last = errors.at(-1)
  if (last === undefined) return null
  return (
    <Note key={last.id} tone="ruby" role="alert" className={styles.error}>
      {last.text}
    </Note>
  )
}
