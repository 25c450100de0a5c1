import { Check, CircleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useDialogs } from '@/stores/dialogs'
import { closeToast, useToasts, type Toast } from '@shared/toasts'
import { IconButton } from './IconButton'
import styles from './Toasts.module.css'

const shownForMs = 6_000

/** Transient messages in the corner, within the top dialog if one is open: outside of it they could not be pressed. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts)
  const dialog = useDialogs(({ open }) => open.at(-1))
  const stack = (
    <div className={styles.stack} role="status">
      {toasts.map((toast) => (
        <ToastBox key={toast.id} toast={toast} />
      ))}
    </div>
  )
  return dialog === undefined ? stack : createPortal(stack, dialog)
}

function ToastBox({ toast }: { toast: Toast }) {
  const { t } = useTranslation()
  const [paused, setPaused] = useState(false)
  const { id, tone, text, action } = toast

  useEffect(() => {
    if (paused || tone === 'error') return
    const timer = setTimeout(() => closeToast(id), shownForMs)
    return () => clearTimeout(timer)
  }, [paused, id, tone])

  const Icon = tone === 'error' ? CircleAlert : Check
  return (
    // The handlers only pause the timeout while the message is hovered or focused.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      className={`${styles.toast ?? ''} on-ink`}
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
      <IconButton label={t('COMMON.CLOSE')} className={styles.close} onClick={() => closeToast(id)}>
        <X size={20} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
