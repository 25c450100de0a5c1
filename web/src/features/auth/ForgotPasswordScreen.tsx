import * as z from 'zod/mini'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '@shared/components/Button'
import { Field } from '@shared/components/Field'
import { FormErrors } from '@/components/forms/FormErrors'
import { TextLink } from '@/components/TextLink'
import { call } from '@/lib/api/client'
import { email } from '@shared/forms/schema'
import { useServerForm } from '@/lib/forms/forms'
import { withReturnUrl } from '@/lib/auth/return-url'
import { AuthFrame } from './AuthFrame'
import styles from './AuthFrame.module.css'
import { useReturnUrl } from './use-after-sign-in'

const schema = z.object({ email: email() })
type Values = z.infer<typeof schema>

export default function ForgotPasswordScreen() {
  const { t } = useTranslation()
  const returnUrl = useReturnUrl()
  const [sentTo, setSentTo] = useState<string>()
  const { field, submit, summary, isBusy } = useServerForm({
    schema,
    labels: { email: 'FORM.EMAIL' },
    defaultValues: { email: '' },
  })
  const loginUrl = withReturnUrl('/login', returnUrl)

  const send = async (values: Values) => {
    // In the body: URLs are written to logs and histories.
    await call('POST', '/Auth/forgot-password', { body: values })
    setSentTo(values.email)
  }

  if (sentTo !== undefined) {
    return (
      <AuthFrame title={t('AUTH.CHECK_MAIL')} lead={t('AUTH.FORGOT_SENT', { email: sentTo })}>
        <ButtonLink variant="primary" href={loginUrl}>
          {t('AUTH.SIGN_IN')}
        </ButtonLink>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t('AUTH.FORGOT')} lead={t('AUTH.FORGOT_LEAD')}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(send)(event)}>
        <FormErrors {...summary(t('AUTH.FORGOT_FAILED'))} />
        <Field {...field('email')} type="email" autoComplete="username" inputMode="email" maxLength={254} />
        <Button variant="primary" type="submit" wide busyLabel={isBusy ? t('COMMON.SENDING') : undefined}>
          {t('AUTH.FORGOT_SEND')}
        </Button>
      </form>
      <p className={styles.links}>
        <TextLink href={loginUrl}>{t('AUTH.BACK_TO_SIGN_IN')}</TextLink>
      </p>
    </AuthFrame>
  )
}
