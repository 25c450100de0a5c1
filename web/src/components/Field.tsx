import { CircleAlert } from 'lucide-react'
import { useId, type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react'
import { classes } from '@shared/components/classes'
import styles from './Field.module.css'

interface FieldTexts {
  label: string
  hint?: string | undefined
  /** Marks the field as invalid. */
  error?: string | undefined
}

interface FieldProps extends FieldTexts, Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  ref?: Ref<HTMLInputElement>
  /** Rendered inside the frame after the input. */
  end?: ReactNode
  /** Unit of the value, at the end of the frame. */
  unit?: string | undefined
  /** Id of a further description, which stands elsewhere. */
  describedBy?: string | undefined
}

/** A labelled input with a hint or an error. */
export function Field({ label, hint, error, className, end, unit, describedBy, ...input }: FieldProps) {
  const id = useId()
  return (
    <div className={classes(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.frame}>
        <input
          {...input}
          id={id}
          className={classes(styles.input, end !== undefined && styles.withEnd, unit !== undefined && styles.withUnit)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={classes(messageId(id, hint, error), describedBy) || undefined}
        />
        {unit !== undefined && (
          <span className={styles.unit} aria-hidden="true">
            {unit}
          </span>
        )}
        {end !== undefined && <div className={styles.end}>{end}</div>}
      </div>
      <FieldMessage id={id} hint={hint} error={error} />
    </div>
  )
}

interface TextAreaProps extends FieldTexts, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> {
  ref?: Ref<HTMLTextAreaElement>
}

export function TextAreaField({ label, hint, error, className, ...input }: TextAreaProps) {
  const id = useId()
  return (
    <div className={classes(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        rows={5}
        {...input}
        id={id}
        className={classes(styles.input, styles.area)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={messageId(id, hint, error)}
      />
      <FieldMessage id={id} hint={hint} error={error} />
    </div>
  )
}

function messageId(id: string, hint: string | undefined, error: string | undefined): string | undefined {
  if (error !== undefined) return `${id}-error`
  return hint === undefined ? undefined : `${id}-hint`
}

/** The error, which replaces the hint. */
function FieldMessage({ id, hint, error }: { id: string; hint: string | undefined; error: string | undefined }) {
  if (error !== undefined) {
    return (
      <p className={styles.error} id={`${id}-error`}>
        <CircleAlert size={20} strokeWidth={1.5} aria-hidden="true" />
        {error}
      </p>
    )
  }
  if (hint === undefined) return null
  return (
    <p className={styles.hint} id={`${id}-hint`}>
      {hint}
    </p>
  )
}
