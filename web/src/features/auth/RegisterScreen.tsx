import * as z from 'zod/mini'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '@/components/Button'
import { Field } from '@/components/Field'
import { FormErrors } from '@/components/FormErrors'
import { PasswordField } from '@/components/PasswordField'
import { PrivacyNote } from '@/components/PrivacyNote'
import { TextLink } from '@/components/TextLink'
import { api, unwrap } from '@/lib/api/client'
import { email, newPassword, personName } from '@/lib/forms/schema'
import { useServerForm } from '@/lib/forms/use-server-form'
import { withReturnUrl } from '@/lib/return-url'
import type { TextKey } from '@/lib/text-key'
import { AuthFrame } from './AuthFrame'
import styles from './AuthFrame.module.css'
import { signIn } from '@/lib/sign-in'
import { useAfterSignIn, useReturnUrl } from './use-after-sign-in'

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

export default function RegisterScreen() {
  const { t } = useTranslation()
  const returnUrl = useReturnUrl()
  /** Set when signing in fails: the e-mail has an account already, and only a mail says so. */
  const [mailSent, setMailSent] = useState(false)
  const { form, field, submit, summary } = useServerForm<Values>({
    schema,
    labels,
    defaultValues: { name: '', lastname: '', email: '', password: '' },
  })
  useAfterSignIn()

  const send = async (values: Values) => {
    await unwrap(api.POST('/api/v1.0/Auth/register', { body: values }))
    await signIn(values.email, values.password).catch(() => setMailSent(true))
  }

  if (mailSent) {
    return (
      <AuthFrame title={t('AUTH.CHECK_MAIL')} lead={t('AUTH.CHECK_MAIL_TEXT')}>
        <ButtonLink href={withReturnUrl('/login', returnUrl)}>{t('AUTH.SIGN_IN')}</ButtonLink>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t('AUTH.REGISTER')} lead={t('AUTH.REGISTER_LEAD')}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(send)(event)}>
        <FormErrors {...summary(t('AUTH.REGISTER_FAILED'))} />
        <div className={styles.row}>
          <Field {...field('name')} autoComplete="given-name" maxLength={100} />
          <Field {...field('lastname')} autoComplete="family-name" maxLength={100} />
        </div>
        <Field {...field('email')} type="email" autoComplete="username" inputMode="email" maxLength={254} />
        <PasswordField {...field('password')} hint={t('FORM.PASSWORD_HINT')} autoComplete="new-password" />
        <PrivacyNote />
        <Button type="submit" wide busyLabel={form.formState.isSubmitting ? t('AUTH.REGISTERING') : undefined}>
          {t('AUTH.REGISTER')}
        </Button>
      </form>
      <p className={styles.links}>
        <span>
          {t('AUTH.HAVE_ACCOUNT')} <TextLink href={withReturnUrl('/login', returnUrl)}>{t('AUTH.SIGN_IN')}</TextLink>
        </span>
      </p>
    </AuthFrame>
  )
}
