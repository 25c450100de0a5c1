import { Check, CircleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closeToast, useToasts, type Toast } from '../toasts'

const shownForMs = 6_000

/** Class names `stack`, `toast`, `text`, `action` and `close`. */
type Styles = Readonly<Record<string, string>>

/** Transient messages. */
export function ToastStack({ styles }: { styles: Styles }) {
  const toasts = useToasts((state) => state.toasts)
  return (
    <div className={styles.stack} role="status">
      {toasts.map((toast) => (
        <ToastBox key={toast.id} toast={toast} styles={styles} />
      ))}
    </div>
  )
}

function ToastBox({ toast: { id, tone, text, action }, styles }: { toast: Toast; styles: Styles }) {
  const { t } = useTranslation()
  const [isPaused, setPaused] = useState(false)

  useEffect(() => {
    if (isPaused || tone === 'error') return
    const timer = setTimeout(() => closeToast(id), shownForMs)
    return () => clearTimeout(timer)
  }, [isPaused, id, tone])

  const Icon = tone === 'error' ? CircleAlert : Check
  return (
    // The handlers only pause the timeout while the message is hovered or focused.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      className={styles.toast}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
      <p className={styles.text}>{text}</p>
      {action !== undefined && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            closeToast(id)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={t('COMMON.CLOSE')} onClick={() => closeToast(id)}>
        <X size={20} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </div>
  )
}
