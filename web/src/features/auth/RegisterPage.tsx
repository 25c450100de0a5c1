import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '@/components/Button'
import { Field } from '@/components/Field'
import { FormProblems } from '@/components/FormProblems'
import { PasswordField } from '@/components/PasswordField'
import { TextLink } from '@/components/TextLink'
import { answer, api } from '@/lib/api/client'
import { serverMessage } from '@/lib/api/error'
import { email, newPassword, personName } from '@/lib/forms/schema'
import { markServerErrors, useFieldError } from '@/lib/forms/use-form-texts'
import { withReturnUrl } from '@/lib/return-url'
import type { TextKey } from '@/lib/text-key'
import { AuthFrame } from './AuthFrame'
import styles from './AuthFrame.module.css'
import { signIn } from './sign-in'
import { useAfterSignIn, useAskedFor } from './use-after-sign-in'

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
const names = ['name', 'lastname', 'email', 'password'] as const

export default function RegisterPage() {
  const { t } = useTranslation()
  const asked = useAskedFor()
  const [failure, setFailure] = useState<string>()
  /** The answer is the same for an e-mail that has an account; then signing in does not work and a mail explains. */
  const [mailSent, setMailSent] = useState(false)
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: { name: '', lastname: '', email: '', password: '' },
  })
  const { isSubmitting, submitCount } = form.formState
  const errorOf = useFieldError(form)
  useAfterSignIn()

  const send = async (values: Values) => {
    setFailure(undefined)
    try {
      await answer(api.POST('/api/v1.0/Auth/register', { body: values }))
    } catch (error) {
      markServerErrors(form, error, names)
      setFailure(serverMessage(error) || t('AUTH.REGISTER_FAILED'))
      return
    }
    const signedIn = await signIn(values.email, values.password).catch(() => false)
    if (!signedIn) setMailSent(true)
  }
  const problems = names
    .map((name) => ({ name, label: t(labels[name]), text: errorOf(name) ?? '' }))
    .filter(({ text }) => text !== '')

  if (mailSent) {
    return (
      <AuthFrame title={t('AUTH.CHECK_MAIL')} lead={t('AUTH.CHECK_MAIL_TEXT')}>
        <ButtonLink href={withReturnUrl('/login', asked)}>{t('AUTH.SIGN_IN')}</ButtonLink>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t('AUTH.REGISTER')} lead={t('AUTH.REGISTER_LEAD')}>
      <form className={styles.form} noValidate onSubmit={(event) => void form.handleSubmit(send)(event)}>
        <FormProblems failure={failure} problems={problems} attempt={submitCount} onPick={form.setFocus} />
        <div className={styles.row}>
          <Field
            {...form.register('name')}
            label={t(labels.name)}
            autoComplete="given-name"
            maxLength={100}
            error={errorOf('name')}
          />
          <Field
            {...form.register('lastname')}
            label={t(labels.lastname)}
            autoComplete="family-name"
            maxLength={100}
            error={errorOf('lastname')}
          />
        </div>
        <Field
          {...form.register('email')}
          label={t(labels.email)}
          type="email"
          autoComplete="username"
          inputMode="email"
          maxLength={254}
          error={errorOf('email')}
        />
        <PasswordField
          {...form.register('password')}
          label={t(labels.password)}
          hint={t('FORM.PASSWORD_HINT')}
          autoComplete="new-password"
          error={errorOf('password')}
        />
        <Button type="submit" wide busyLabel={isSubmitting ? t('AUTH.REGISTERING') : undefined}>
          {t('AUTH.REGISTER')}
        </Button>
      </form>
      <p className={styles.links}>
        <span>
          {t('AUTH.HAVE_ACCOUNT')} <TextLink href={withReturnUrl('/login', asked)}>{t('AUTH.SIGN_IN')}</TextLink>
        </span>
      </p>
    </AuthFrame>
  )
}
