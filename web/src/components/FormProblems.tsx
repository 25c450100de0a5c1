import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './FormProblems.module.css'

export interface FieldProblem<Name extends string> {
  name: Name
  label: string
  text: string
}

interface FormProblemsProps<Name extends string> {
  /** What the server said about the whole form. */
  failure?: string | undefined
  /** Fields to correct; shown only after the form was sent. */
  problems?: readonly FieldProblem<Name>[]
  onPick?: (name: Name) => void
  /** Counts the attempts to send: each one that ends in problems moves focus here. */
  attempt: number
  /** More about the failure. */
  children?: ReactNode
}

/** Above a form that could not be sent: what is wrong, with ways to the fields. */
export function FormProblems<Name extends string>(props: FormProblemsProps<Name>) {
  const { failure, problems = [], onPick, attempt, children } = props
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const shown = attempt > 0 && (failure !== undefined || problems.length > 0)

  useEffect(() => {
    if (shown) box.current?.focus()
    // Correcting one field of several must not pull the focus away from it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt, failure])

  if (!shown) return null
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.box}>
      <CircleAlert size={24} strokeWidth={1.5} aria-hidden="true" />
      <div>
        <p>{failure ?? t('COMMON.SUMMARY')}</p>
        {children}
        {problems.length > 0 && (
          <ul className={styles.list}>
            {problems.map(({ name, label, text }) => (
              <li key={name}>
                <button type="button" className={styles.link} onClick={() => onPick?.(name)}>
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
