import * as z from 'zod/mini'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/Button'
import { Field } from '@/components/Field'
import { FormErrors } from '@/components/FormErrors'
import { PasswordField } from '@/components/PasswordField'
import { TextLink } from '@/components/TextLink'
import { ApiError } from '@shared/api/error'
import { email, existingPassword } from '@/lib/forms/schema'
import { useServerForm } from '@/lib/forms/use-server-form'
import { withReturnUrl } from '@/lib/return-url'
import type { TextKey } from '@/lib/text-key'
import { AuthFrame } from './AuthFrame'
import styles from './AuthFrame.module.css'
import { NoSessionError, signIn } from '@/lib/sign-in'
import { useAfterSignIn, useReturnUrl } from './use-after-sign-in'

const schema = z.object({ email: email(), password: existingPassword() })
type Values = z.infer<typeof schema>

const labels = { email: 'FORM.EMAIL', password: 'FORM.PASSWORD' } as const

function fallbackText(failure: Error | null): TextKey {
  if (failure instanceof NoSessionError) return 'AUTH.NO_SESSION'
  return failure instanceof ApiError && failure.status === 401 ? 'AUTH.WRONG' : 'AUTH.FAILED'
}

export default function LoginScreen() {
  const { t } = useTranslation()
  const returnUrl = useReturnUrl()
  const { form, failure, field, submit, summary } = useServerForm<Values>({
    schema,
    labels,
    defaultValues: { email: '', password: '' },
  })
  useAfterSignIn()

  const send = ({ email, password }: Values) => signIn(email, password)

  return (
    <AuthFrame title={t('AUTH.SIGN_IN')} {...(returnUrl !== null && { lead: t('AUTH.RETURN_LEAD') })}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(send)(event)}>
        <FormErrors {...summary(t(fallbackText(failure)))} />
        <Field {...field('email')} type="email" autoComplete="username" inputMode="email" maxLength={254} />
        <PasswordField {...field('password')} autoComplete="current-password" />
        <Button type="submit" wide busyLabel={form.formState.isSubmitting ? t('AUTH.SIGNING_IN') : undefined}>
          {t('AUTH.SIGN_IN')}
        </Button>
      </form>
      <p className={styles.links}>
        <TextLink href={withReturnUrl('/register', returnUrl)}>{t('AUTH.REGISTER')}</TextLink>
        <TextLink href={withReturnUrl('/forgot-password', returnUrl)}>{t('AUTH.FORGOT')}</TextLink>
      </p>
    </AuthFrame>
  )
}
