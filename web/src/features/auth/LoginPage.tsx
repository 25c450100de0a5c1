import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/Button'
import { Field } from '@/components/Field'
import { FormProblems } from '@/components/FormProblems'
import { PasswordField } from '@/components/PasswordField'
import { TextLink } from '@/components/TextLink'
import { ApiError, serverMessage } from '@/lib/api/error'
import { email, knownPassword } from '@/lib/forms/schema'
import { useFieldError } from '@/lib/forms/use-form-texts'
import { withReturnUrl } from '@/lib/return-url'
import { AuthFrame } from './AuthFrame'
import styles from './AuthFrame.module.css'
import { signIn } from './sign-in'
import { useAfterSignIn, useAskedFor } from './use-after-sign-in'

const schema = z.object({ email: email(), password: knownPassword() })
type Values = z.infer<typeof schema>

export default function LoginPage() {
  const { t } = useTranslation()
  const asked = useAskedFor()
  const [failure, setFailure] = useState<string>()
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: { email: '', password: '' },
  })
  const { isSubmitting, submitCount } = form.formState
  const errorOf = useFieldError(form)
  useAfterSignIn()

  const send = async (values: Values) => {
    setFailure(undefined)
    try {
      if (!(await signIn(values.email, values.password))) setFailure(t('AUTH.NO_SESSION'))
    } catch (error) {
      const fallback = error instanceof ApiError && error.status === 401 ? t('AUTH.WRONG') : t('AUTH.FAILED')
      setFailure(serverMessage(error) || fallback)
    }
  }
  const fields = [
    { name: 'email' as const, label: t('FORM.EMAIL') },
    { name: 'password' as const, label: t('FORM.PASSWORD') },
  ]
  const problems = fields.flatMap((field) => ({ ...field, text: errorOf(field.name) ?? '' })).filter(({ text }) => text !== '')

  return (
    <AuthFrame title={t('AUTH.SIGN_IN')} {...(asked !== null && { lead: t('AUTH.RETURN_LEAD') })}>
      <form className={styles.form} noValidate onSubmit={(event) => void form.handleSubmit(send)(event)}>
        <FormProblems failure={failure} problems={problems} attempt={submitCount} onPick={form.setFocus} />
        <Field
          {...form.register('email')}
          label={t('FORM.EMAIL')}
          type="email"
          autoComplete="username"
          inputMode="email"
          maxLength={254}
          error={errorOf('email')}
        />
        <PasswordField
          {...form.register('password')}
          label={t('FORM.PASSWORD')}
          autoComplete="current-password"
          error={errorOf('password')}
        />
        <Button type="submit" wide busyLabel={isSubmitting ? t('AUTH.SIGNING_IN') : undefined}>
          {t('AUTH.SIGN_IN')}
        </Button>
      </form>
      <p className={styles.links}>
        <TextLink href={withReturnUrl('/register', asked)}>{t('AUTH.REGISTER')}</TextLink>
        <TextLink href={withReturnUrl('/forgot-password', asked)}>{t('AUTH.FORGOT')}</TextLink>
      </p>
    </AuthFrame>
  )
}
