import { Check, CircleAlert, X } from 'lucide-react'
import { useEffect, useState, type ComponentType, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { closeToast, useToasts, type Toast } from '../toasts'
import styles from './ToastStack.module.css'

const shownForMs = 6_000

interface ToastStackProps {
  ref?: Ref<HTMLDivElement>
  /** Shows the seconds in which the action of a message is possible. */
  Countdown?: ComponentType<{ seconds: number }> | undefined
}

/** Transient messages. */
export function ToastStack({ ref, Countdown }: ToastStackProps) {
  const toasts = useToasts((state) => state.toasts).filter(({ isElsewhere }) => isElsewhere !== true)
  return (
    <div ref={ref} className={styles.stack} role="status">
      {toasts.map((toast) => (
        <ToastBox key={toast.id} toast={toast} Countdown={Countdown} />
      ))}
    </div>
  )
}

function ToastBox({ toast: { id, tone, text, action, seconds }, Countdown }: { toast: Toast } & Pick<ToastStackProps, 'Countdown'>) {
  const { t } = useTranslation()
  const [isPaused, setPaused] = useState(false)

  useEffect(() => {
    if (seconds === undefined && (isPaused || tone === 'error')) return
    const timer = setTimeout(() => closeToast(id), seconds === undefined ? shownForMs : seconds * 1_000)
    return () => clearTimeout(timer)
  }, [isPaused, id, tone, seconds])

  const Icon = tone === 'error' ? CircleAlert : Check
  return (
    // The handlers only pause the timeout while the message is hovered or focused.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
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
          {seconds !== undefined && Countdown && <Countdown seconds={seconds} />}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={t('COMMON.CLOSE')} onClick={() => closeToast(id)}>
        <X size={20} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </div>
  )
}
