import * as z from 'zod/mini'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '@shared/components/Button'
import { FormErrors } from '@/components/forms/FormErrors'
import { PasswordField } from '@/components/forms/PasswordField'
import { call } from '@/lib/api/client'
import { useAddressToken } from '@shared/address-token'
import { ApiError } from '@shared/api/error'
import { newPassword } from '@shared/forms/schema'
import { useServerForm } from '@/lib/forms/forms'
import { AuthFrame } from './AuthFrame'
import styles from './AuthFrame.module.css'

const schema = z.object({ newPassword: newPassword() })
type Values = z.infer<typeof schema>

type Outcome = 'open' | 'done' | 'expired'

export default function ResetPasswordScreen() {
  const { t } = useTranslation()
  const token = useAddressToken()
  const [outcome, setOutcome] = useState<Outcome>(token === '' ? 'expired' : 'open')
  const { field, submit, summary, isBusy } = useServerForm({
    schema,
    labels: { newPassword: 'FORM.NEW_PASSWORD' },
    defaultValues: { newPassword: '' },
  })

  const send = async (values: Values) => {
    try {
      await call('POST', '/Auth/reset-password', { body: { token, ...values } })
      setOutcome('done')
    } catch (error) {
      if (!(error instanceof ApiError && 'token' in error.errors)) throw error
      setOutcome('expired')
    }
  }

  if (outcome === 'expired') {
    return (
      <AuthFrame title={t('AUTH.RESET')} lead={t('AUTH.RESET_DEAD')}>
        <ButtonLink variant="primary" href="/forgot-password">
          {t('AUTH.RESET_AGAIN')}
        </ButtonLink>
      </AuthFrame>
    )
  }
  if (outcome === 'done') {
    return (
      <AuthFrame title={t('AUTH.RESET_DONE')} lead={t('AUTH.RESET_DONE_TEXT')}>
        <ButtonLink variant="primary" href="/login">
          {t('AUTH.SIGN_IN')}
        </ButtonLink>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t('AUTH.RESET')}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(send)(event)}>
        <FormErrors {...summary(t('AUTH.RESET_FAILED'))} />
        <PasswordField {...field('newPassword')} hint={t('FORM.PASSWORD_HINT')} autoComplete="new-password" />
        <Button variant="primary" type="submit" wide busyLabel={isBusy ? t('COMMON.SENDING') : undefined}>
          {t('AUTH.RESET_SAVE')}
        </Button>
      </form>
    </AuthFrame>
  )
}
