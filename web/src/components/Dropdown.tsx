import { ChevronDown } from 'lucide-react'
import { useCallback, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { useDismiss } from '@/lib/use-dismiss'
import { classes } from '@shared/components/classes'
import styles from './Dropdown.module.css'

interface DropdownProps {
  label: ReactNode
  /** Accessible name, if it differs from the label. */
  name?: string
  open: boolean
  onOpenChange: (open: boolean) => void
  current?: boolean
  align?: 'start' | 'end'
  chevron?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A button that opens a panel of links below it. */
export function Dropdown({
  label,
  name,
  open,
  onOpenChange,
  current,
  align = 'start',
  chevron = true,
  className,
  children,
}: DropdownProps) {
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()

  const dismiss = useCallback(() => {
    if (box.current?.contains(document.activeElement) === true) button.current?.focus()
    onOpenChange(false)
  }, [onOpenChange])
  useDismiss(box, open, dismiss)

  const onFollow = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a') !== null) onOpenChange(false)
  }

  return (
    <div className={styles.box} ref={box}>
      <button
        ref={button}
        type="button"
        className={classes(styles.button, className)}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={name}
        data-current={current === true || undefined}
        onClick={() => onOpenChange(!open)}
      >
        {label}
        {chevron && <ChevronDown size={20} strokeWidth={1.5} aria-hidden="true" className={styles.chevron} />}
      </button>
      {open && (
        // The handler only closes the panel after a link inside was followed.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
        <ul id={id} className={styles.panel} data-align={align} onClick={onFollow}>
          {children}
        </ul>
      )}
    </div>
  )
}
