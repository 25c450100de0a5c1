import { Check, CircleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closeToast, useToasts, type Toast } from '../toasts'
import styles from './ToastStack.module.css'

const shownForMs = 6_000

/** Transient messages. */
export function ToastStack() {
  const toasts = useToasts((state) => state.toasts)
  return (
    <div className={styles.stack} role="status">
      {toasts.map((toast) => (
        <ToastBox key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ToastBox({ toast: { id, tone, text, action } }: { toast: Toast }) {
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
