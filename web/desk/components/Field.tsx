import type { InputHTMLAttributes, ReactNode, Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { classes } from '@shared/components/classes'
import { FieldFrame, type FieldTexts } from '@shared/forms/FieldFrame'
import styles from './Field.module.css'

interface FieldProps extends FieldTexts, Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  ref?: Ref<HTMLInputElement>
  isLarge?: boolean
}

export function Field({ isLarge = false, ...field }: FieldProps) {
  return (
    <FieldFrame styles={styles} field={field}>
      {(control) => <input {...control} className={classes(styles.input, isLarge && styles.large)} />}
    </FieldFrame>
  )
}

interface TextAreaProps extends FieldTexts, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className'> {
  ref?: Ref<HTMLTextAreaElement>
}

export function TextArea(field: TextAreaProps) {
  return (
    <FieldFrame styles={styles} field={field}>
      {(control) => <textarea rows={3} {...control} className={styles.input} />}
    </FieldFrame>
  )
}

interface SelectProps extends FieldTexts, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'className'> {
  ref?: Ref<HTMLSelectElement>
}

export function Select(field: SelectProps) {
  return (
    <FieldFrame styles={styles} field={field}>
      {(control) => <select {...control} className={styles.input} />}
    </FieldFrame>
  )
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
