import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '@/lib/api/client'
import { email, newPassword, personName } from '@shared/forms/schema'
import { useServerForm } from '@/lib/forms/forms'
import { signIn } from '@/lib/sign-in'
import type { TextKey } from '@shared/text-key'
import styles from './AccountForm.module.css'
import { Button } from '@shared/components/Button'
import { Field } from '@shared/components/Field'
import { FormErrors } from './FormErrors'
import { PasswordField } from './PasswordField'
import { PrivacyNote } from './PrivacyNote'

const schema = z.object({
  name: personName(),
  lastname: personName(),
  email: email(),
  password: newPassword(),
})
type Values = z.infer<typeof schema>

const labels = {
  name: 'FORM.FIRST_NAME',
  lastname: 'FORM.LAST_NAME',
  email: 'FORM.EMAIL',
  password: 'FORM.PASSWORD',
} as const satisfies Record<keyof Values, TextKey>

interface RegisterFormProps {
  submitLabel: string
  onSignedIn?: () => void
  /** Called if signing in fails: the e-mail has an account already, and only a mail says so. */
  onMailSent: () => void
}

/** Creates an account and signs in. */
export function RegisterForm({ submitLabel, onSignedIn, onMailSent }: RegisterFormProps) {
  const { t } = useTranslation()
  const { field, submit, summary, isBusy } = useServerForm({
    schema,
    labels,
    draft: 'register',
    defaultValues: { name: '', lastname: '', email: '', password: '' },
  })
  const send = async (values: Values) => {
    await call('POST', '/Auth/register', { body: values })
    try {
      await signIn(values.email, values.password)
    } catch {
      onMailSent()
      return
    }
    onSignedIn?.()
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(send)(event)}>
      <FormErrors {...summary(t('AUTH.REGISTER_FAILED'))} />
      <div className={styles.row}>
        <Field {...field('name')} autoComplete="given-name" maxLength={100} />
        <Field {...field('lastname')} autoComplete="family-name" maxLength={100} />
      </div>
      <Field {...field('email')} type="email" autoComplete="username" inputMode="email" maxLength={254} />
      <PasswordField {...field('password')} hint={t('FORM.PASSWORD_HINT')} autoComplete="new-password" />
      <PrivacyNote />
      <Button variant="primary" type="submit" wide busyLabel={isBusy ? t('AUTH.REGISTERING') : undefined}>
        {submitLabel}
      </Button>
    </form>
  )
}
