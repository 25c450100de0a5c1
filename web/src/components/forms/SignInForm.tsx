import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { ApiError } from '@shared/api/error'
import { email, password } from '@shared/forms/schema'
import { useServerForm } from '@/lib/forms/forms'
import { NoSessionError, signIn } from '@/lib/sign-in'
import type { TextKey } from '@shared/text-key'
import styles from './AccountForm.module.css'
import { Button } from '@shared/components/Button'
import { Field } from '@shared/components/Field'
import { FormErrors } from './FormErrors'
import { PasswordField } from './PasswordField'

const schema = z.object({ email: email(), password: password() })
type Values = z.infer<typeof schema>

const labels = { email: 'FORM.EMAIL', password: 'FORM.PASSWORD' } as const

function fallbackText(failure: Error | null): TextKey {
  if (failure instanceof NoSessionError) return 'AUTH.NO_SESSION'
  return failure instanceof ApiError && failure.status === 401 ? 'AUTH.WRONG' : 'AUTH.FAILED'
}

interface SignInFormProps {
  submitLabel: string
  onSignedIn?: () => void
  /** Shown above the button. */
  children?: ReactNode
}

/** E-mail, password, and the button to sign in. */
export function SignInForm({ submitLabel, onSignedIn, children }: SignInFormProps) {
  const { t } = useTranslation()
  const { failure, field, submit, summary, isBusy } = useServerForm({
    schema,
    labels,
    defaultValues: { email: '', password: '' },
  })
  const send = async ({ email, password }: Values) => {
    await signIn(email, password)
    onSignedIn?.()
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(send)(event)}>
      <FormErrors {...summary(t(fallbackText(failure)))} />
      <Field {...field('email')} type="email" autoComplete="username" inputMode="email" maxLength={254} />
      <PasswordField {...field('password')} autoComplete="current-password" />
      {children}
      <Button variant="primary" type="submit" wide busyLabel={isBusy ? t('AUTH.SIGNING_IN') : undefined}>
        {submitLabel}
      </Button>
    </form>
  )
}
