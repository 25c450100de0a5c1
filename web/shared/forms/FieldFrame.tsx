import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { classes } from '../components/classes'

export interface FieldTexts {
  label: string
  hint?: string | undefined
  /** Marks the control as invalid, and replaces the hint. */
  error?: string | undefined
  /** Keeps the label for assistive technology only. */
  isLabelHidden?: boolean
  /** Id of a further description, which stands elsewhere. */
  describedBy?: string | undefined
  className?: string | undefined
}

/** What links a control with its label and its message. */
interface Control {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldFrameProps<Props extends FieldTexts> {
  /** Class names `field`, `label`, `hint` and `error`. */
  styles: Readonly<Record<string, string>>
  /** The texts, and the props of the control. */
  field: Props
  children: (control: Omit<Props, keyof FieldTexts> & Control) => ReactNode
}

/** A control with its label, and its error or hint. */
export function FieldFrame<Props extends FieldTexts>({ styles, field, children }: FieldFrameProps<Props>) {
  const id = useId()
  const { label, hint, error, isLabelHidden = false, describedBy, className, ...rest } = field
  const message = error ?? hint
  return (
    <div className={classes(styles.field, className)}>
      <label className={isLabelHidden ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        ...rest,
        id,
        'aria-invalid': error !== undefined || undefined,
        'aria-describedby': classes(message !== undefined && `${id}-message`, describedBy) || undefined,
      })}
      {message !== undefined && (
        <p id={`${id}-message`} className={error === undefined ? styles.hint : styles.error}>
          {error !== undefined && <CircleAlert size={20} strokeWidth={1.5} aria-hidden="true" />}
          {message}
        </p>
      )}
    </div>
  )
}
