import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './FormErrors.module.css'

interface FormErrorsProps<Name extends string> {
  /** Error of the whole form. */
  failure?: string | undefined
  /** Errors of fields; shown only after a submission. */
  errors: readonly { name: Name; label: string; text: string }[]
  onPick: (name: Name) => void
  /** Number of submissions; each that leaves errors moves the focus to the summary. */
  attempt: number
  /** Details of the failure. */
  children?: ReactNode
}

/** Error summary above a form, with buttons that focus the fields. */
export function FormErrors<Name extends string>({ failure, errors, onPick, attempt, children }: FormErrorsProps<Name>) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const shown = attempt > 0 && (failure !== undefined || errors.length > 0)

  useEffect(() => {
    if (shown) box.current?.focus()
    // Correcting one field of several must not move the focus away from it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [attempt, failure])

  if (!shown) return null
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.box}>
      <CircleAlert size={24} strokeWidth={1.5} aria-hidden="true" />
      <div>
        <p>{failure ?? t('COMMON.SUMMARY')}</p>
        {children}
        {errors.length > 0 && (
          <ul className={styles.list}>
            {errors.map(({ name, label, text }) => (
              <li key={name}>
                <button type="button" className={styles.link} onClick={() => onPick(name)}>
                  {label}
                </button>
                : {text}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
