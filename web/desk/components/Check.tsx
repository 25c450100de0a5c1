import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './Check.module.css'

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
