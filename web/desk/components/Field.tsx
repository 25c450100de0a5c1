import { CircleAlert } from 'lucide-react'
import { useId, type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes, type TextareaHTMLAttributes } from 'react'
import { classes } from '@shared/components/classes'
import styles from './Field.module.css'

interface Texts {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Keeps the label for assistive technology only. */
  isLabelHidden?: boolean
  className?: string | undefined
}

interface FrameProps extends Texts {
  children: (control: { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }) => ReactNode
}

function Frame({ label, hint, error, isLabelHidden = false, className, children }: FrameProps) {
  const id = useId()
  const message = error ?? hint
  return (
    <div className={classes(styles.field, className)}>
      <label className={isLabelHidden ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined || undefined,
        'aria-describedby': message === undefined ? undefined : `${id}-message`,
      })}
      {message !== undefined && (
        <p id={`${id}-message`} className={error === undefined ? styles.hint : styles.error}>
          {error !== undefined && <CircleAlert size={16} strokeWidth={1.5} aria-hidden="true" />}
          {message}
        </p>
      )}
    </div>
  )
}

const split = <Props extends Texts>({ label, hint, error, isLabelHidden, className, ...rest }: Props) => ({
  frame: { label, hint, error, isLabelHidden: isLabelHidden ?? false, className },
  rest,
})

interface FieldProps extends Texts, Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  ref?: Ref<HTMLInputElement>
  isLarge?: boolean
}

export function Field({ isLarge = false, ...props }: FieldProps) {
  const { frame, rest } = split(props)
  return (
    <Frame {...frame}>
      {(control) => <input {...rest} {...control} className={classes(styles.input, isLarge && styles.large)} />}
    </Frame>
  )
}

interface TextAreaProps extends Texts, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className'> {
  ref?: Ref<HTMLTextAreaElement>
}

export function TextArea(props: TextAreaProps) {
  const { frame, rest } = split(props)
  return <Frame {...frame}>{(control) => <textarea rows={3} {...rest} {...control} className={styles.input} />}</Frame>
}

interface SelectProps extends Texts, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'className'> {
  ref?: Ref<HTMLSelectElement>
}

export function Select(props: SelectProps) {
  const { frame, rest } = split(props)
  return <Frame {...frame}>{(control) => <select {...rest} {...control} className={styles.input} />}</Frame>
}

interface CheckProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'children' | 'className'> {
  ref?: Ref<HTMLInputElement>
  type?: 'checkbox' | 'radio'
  children: ReactNode
}

/** A checkbox or a radio button with its text. */
export function Check({ type = 'checkbox', children, ...rest }: CheckProps) {
  return (
    <label className={styles.check}>
      <input {...rest} type={type} />
      <span>{children}</span>
    </label>
  )
}
