import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import { classes } from '@shared/components/classes'
import { FieldFrame, type FieldTexts } from '@shared/forms/FieldFrame'
import styles from './Field.module.css'

interface FieldProps extends FieldTexts, Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  ref?: Ref<HTMLInputElement>
  /** Rendered inside the frame after the input. */
  end?: ReactNode
  /** Unit of the value, at the end of the frame. */
  unit?: string | undefined
}

/** A labelled input with a hint or an error. */
export function Field({ end, unit, ...field }: FieldProps) {
  return (
    <FieldFrame styles={styles} field={field}>
      {(control) => (
        <div className={styles.frame}>
          <input
            {...control}
            className={classes(styles.input, end !== undefined && styles.withEnd, unit !== undefined && styles.withUnit)}
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

export function TextAreaField(field: TextAreaProps) {
  return (
    <FieldFrame styles={styles} field={field}>
      {(control) => <textarea rows={5} {...control} className={classes(styles.input, styles.area)} />}
    </FieldFrame>
  )
}
