import { CircleAlert } from 'lucide-react'
import { useId, type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes, type TextareaHTMLAttributes } from 'react'
import { classes } from './classes'
import styles from './Field.module.css'

interface FieldTexts {
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

/** Attributes that link a control with its label and its message. */
interface Control {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldFrameProps<Props extends FieldTexts> {
  /** The texts, and the props of the control. */
  field: Props
  children: (control: Omit<Props, keyof FieldTexts> & Control) => ReactNode
}

/** A control with its label, and its error or hint. */
function FieldFrame<Props extends FieldTexts>({ field, children }: FieldFrameProps<Props>) {
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

interface FieldProps extends FieldTexts, Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  ref?: Ref<HTMLInputElement>
  isLarge?: boolean
  /** Rendered inside the frame after the input. */
  end?: ReactNode
  /** Unit of the value, at the end of the frame. */
  unit?: string | undefined
}

/** A labelled input with a hint or an error. */
export function Field({ isLarge = false, end, unit, ...field }: FieldProps) {
  return (
    <FieldFrame field={field}>
      {(control) => (
        <div className={styles.frame}>
          <input
            {...control}
            className={classes(
              styles.input,
              isLarge && styles.large,
              end !== undefined && styles.withEnd,
              unit !== undefined && styles.withUnit,
            )}
          />
          {unit !== undefined && (
            <span className={styles.unit} aria-hidden="true">
              {unit}
            </span>
          )}
          {end !== undefined && <div className={styles.end}>{end}</div>}
        </div>
      )}
    </FieldFrame>
  )
}

interface TextAreaProps extends FieldTexts, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className'> {
  ref?: Ref<HTMLTextAreaElement>
}

export function TextArea(field: TextAreaProps) {
  return (
    <FieldFrame field={field}>{(control) => <textarea rows={3} {...control} className={classes(styles.input, styles.area)} />}</FieldFrame>
  )
}

interface SelectProps extends FieldTexts, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'className'> {
  ref?: Ref<HTMLSelectElement>
}

export function Select(field: SelectProps) {
  return <FieldFrame field={field}>{(control) => <select {...control} className={styles.input} />}</FieldFrame>
}
