import { useEffect, useId, useRef } from 'react'
import styles from './CodeField.module.css'

const length = 6

interface CodeFieldProps {
  label: string
  value: string
  error?: string | undefined
  /** Receives digits only. */
  onChange: (value: string) => void
  /** Called once with the last digit. */
  onComplete?: (value: string) => void
}

/** The code of an authenticator app: one input, drawn as six cells. */
export function CodeField({ label, value, error, onChange, onComplete }: CodeFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    input.current?.focus()
  }, [error])

  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.frame}>
        <input
          ref={input}
          id={id}
          className={styles.input}
          value={value}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => {
            const digits = event.target.value.replace(/\D/g, '').slice(0, length)
            onChange(digits)
            if (digits.length === length && value.length < length) onComplete?.(digits)
          }}
        />
        {Array.from({ length }, (_, at) => (
          <span
            key={at}
            className={styles.cell}
            aria-hidden="true"
            data-current={at === value.length || undefined}
            data-full={value.length === length || undefined}
          >
            {value.charAt(at)}
          </span>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
