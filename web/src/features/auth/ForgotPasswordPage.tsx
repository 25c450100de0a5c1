import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '@/components/Button'
import { Field } from '@/components/Field'
import { FormProblems } from '@/components/FormProblems'
import { TextLink } from '@/components/TextLink'
import { answer, api } from '@/lib/api/client'
import { serverMessage } from '@/lib/api/error'
import { email } from '@/lib/forms/schema'
import { markServerErrors, useFieldError } from '@/lib/forms/use-form-texts'
import { withReturnUrl } from '@/lib/return-url'
import { AuthFrame } from './AuthFrame'
import styles from './AuthFrame.module.css'
import { useAskedFor } from './use-after-sign-in'

const schema = z.object({ email: email() })
type Values = z.infer<typeof schema>

export default function ForgotPasswordPage() {
  const { t } = useTranslation()
  const asked = useAskedFor()
  const [failure, setFailure] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: { email: '' },
  })
  const { isSubmitting, submitCount } = form.formState
  const errorOf = useFieldError(form)
  const back = withReturnUrl('/login', asked)

  const send = async (values: Values) => {
    setFailure(undefined)
    try {
      // In the body, as addresses end up in logs and histories.
      await answer(api.POST('/api/v1.0/Auth/forgot-password', { body: values }))
      setSentTo(values.email)
    } catch (error) {
      markServerErrors(form, error, ['email'])
      setFailure(serverMessage(error) || t('AUTH.FORGOT_FAILED'))
    }
  }
  const text = errorOf('email')
  const problems = text === undefined ? [] : [{ name: 'email' as const, label: t('FORM.EMAIL'), text }]

  if (sentTo !== undefined) {
    return (
      <AuthFrame title={t('AUTH.CHECK_MAIL')} lead={t('AUTH.FORGOT_SENT', { email: sentTo })}>
        <ButtonLink href={back}>{t('AUTH.SIGN_IN')}</ButtonLink>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t('AUTH.FORGOT')} lead={t('AUTH.FORGOT_LEAD')}>
      <form className={styles.form} noValidate onSubmit={(event) => void form.handleSubmit(send)(event)}>
        <FormProblems failure={failure} problems={problems} attempt={submitCount} onPick={form.setFocus} />
        <Field
          {...form.register('email')}
          label={t('FORM.EMAIL')}
          type="email"
          autoComplete="username"
          inputMode="email"
          maxLength={254}
          error={text}
        />
        <Button type="submit" wide busyLabel={isSubmitting ? t('COMMON.SENDING') : undefined}>
          {t('AUTH.FORGOT_SEND')}
        </Button>
      </form>
      <p className={styles.links}>
        <TextLink href={back}>{t('AUTH.BACK_TO_SIGN_IN')}</TextLink>
      </p>
    </AuthFrame>
  )
}
