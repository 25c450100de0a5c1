import { useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@shared/components/Field'
import styles from './PasswordField.module.css'

/** A password input that can show its value. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'end'>) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={128}
      end={
        <button
          type="button"
          className={styles.toggle}
          aria-label={t(shown ? 'FORM.HIDE_PASSWORD' : 'FORM.SHOW_PASSWORD')}
          onClick={() => setShown(!shown)}
        >
          {t(shown ? 'FORM.HIDE' : 'FORM.SHOW')}
        </button>
      }
    />
  )
}
