import { Check, CircleAlert, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { freePlace } from '../free-place'
import { handheld } from '../media'
import { closeToast, useToasts, type Toast } from '../toasts'
import styles from './ToastStack.module.css'

const shownForMs = 6_000

/** How often a message looks whether it covers something, in milliseconds. */
const lookMs = 250

const controls = 'button, a[href], input, textarea, select, [role="tab"], [role="menuitem"], [role="dialog"]'

/** Where a stack of messages covers nothing that can be pressed. */
function insetOf(box: HTMLElement): string {
  const { width, height } = box.getBoundingClientRect()
  const obstacles = [...document.querySelectorAll(controls)]
    .filter((control) => !box.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter((shown) => shown.width > 0 && shown.height > 0)
  const place = freePlace({ width, height }, { width: innerWidth, height: innerHeight }, obstacles, matchMedia(handheld).matches)
  return `${String(place.top)}px auto auto ${String(place.left)}px`
}

interface ToastStackProps {
  /** They stand where they cover nothing that can be pressed. */
  isAside?: boolean
}

/** Transient messages. */
export function ToastStack({ isAside = false }: ToastStackProps) {
  const toasts = useToasts((state) => state.toasts).filter(({ isElsewhere }) => isElsewhere !== true)
  const stack = useRef<HTMLDivElement>(null)
  const isPlaced = isAside && toasts.length > 0
  useLayoutEffect(() => {
    if (!isPlaced) return
    const place = () => {
      if (stack.current !== null) stack.current.style.inset = insetOf(stack.current)
    }
    place()
    const timer = setInterval(place, lookMs)
    window.addEventListener('resize', place)
    return () => {
      clearInterval(timer)
      window.removeEventListener('resize', place)
    }
  }, [isPlaced])
  return (
    <div ref={stack} className={styles.stack} role="status">
      {toasts.map((toast) => (
        <ToastBox key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ToastBox({ toast: { id, tone, text, action, seconds } }: { toast: Toast }) {
  const { t } = useTranslation()
  const [isPaused, setPaused] = useState(false)
  const left = useCountdown(seconds)

  useEffect(() => {
    if (left === 0) closeToast(id)
  }, [left, id])

  useEffect(() => {
    if (isPaused || tone === 'error' || seconds !== undefined) return
    const timer = setTimeout(() => closeToast(id), shownForMs)
    return () => clearTimeout(timer)
  }, [isPaused, id, tone, seconds])

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
          {/* Hidden, so that it is not read out each second. */}
          {left !== undefined && <span aria-hidden="true"> ({left})</span>}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={t('COMMON.CLOSE')} onClick={() => closeToast(id)}>
        <X size={20} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </div>
  )
}

/** The seconds that are left, at least 0; undefined without a limit. */
function useCountdown(seconds: number | undefined): number | undefined {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (seconds === undefined) return
    const end = Date.now() + seconds * 1_000
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1_000))), 250)
    return () => clearInterval(timer)
  }, [seconds])
  return left
}
