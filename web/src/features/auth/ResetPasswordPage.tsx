import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '@/components/Button'
import { FormProblems } from '@/components/FormProblems'
import { PasswordField } from '@/components/PasswordField'
import { answer, api } from '@/lib/api/client'
import { ApiError, serverMessage } from '@/lib/api/error'
import { newPassword } from '@/lib/forms/schema'
import { markServerErrors, useFieldError } from '@/lib/forms/use-form-texts'
import { AuthFrame } from './AuthFrame'
import styles from './AuthFrame.module.css'

const schema = z.object({ newPassword: newPassword() })
type Values = z.infer<typeof schema>

type Outcome = 'open' | 'done' | 'dead'

/** The token of the mail, taken out of the address bar so that it is neither shared nor kept in the history. */
function useToken(): string {
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token') ?? '')
  useEffect(() => {
    if (window.location.search !== '') window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  return token
}

export default function ResetPasswordPage() {
  const { t } = useTranslation()
  const token = useToken()
  const [outcome, setOutcome] = useState<Outcome>(token === '' ? 'dead' : 'open')
  const [failure, setFailure] = useState<string>()
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: { newPassword: '' },
  })
  const { isSubmitting, submitCount } = form.formState
  const errorOf = useFieldError(form)

  const send = async (values: Values) => {
    setFailure(undefined)
    try {
      await answer(api.POST('/api/v1.0/Auth/reset-password', { body: { token, ...values } }))
      setOutcome('done')
    } catch (error) {
      if (error instanceof ApiError && 'token' in error.errors) setOutcome('dead')
      else {
        markServerErrors(form, error, ['newPassword'])
        setFailure(serverMessage(error) || t('AUTH.RESET_FAILED'))
      }
    }
  }
  const text = errorOf('newPassword')
  const problems = text === undefined ? [] : [{ name: 'newPassword' as const, label: t('FORM.NEW_PASSWORD'), text }]

  if (outcome === 'dead') {
    return (
      <AuthFrame title={t('AUTH.RESET')} lead={t('AUTH.RESET_DEAD')}>
        <ButtonLink href="/forgot-password">{t('AUTH.RESET_AGAIN')}</ButtonLink>
      </AuthFrame>
    )
  }
  if (outcome === 'done') {
    return (
      <AuthFrame title={t('AUTH.RESET_DONE')} lead={t('AUTH.RESET_DONE_TEXT')}>
        <ButtonLink href="/login">{t('AUTH.SIGN_IN')}</ButtonLink>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t('AUTH.RESET')}>
      <form className={styles.form} noValidate onSubmit={(event) => void form.handleSubmit(send)(event)}>
        <FormProblems failure={failure} problems={problems} attempt={submitCount} onPick={form.setFocus} />
        <PasswordField
          {...form.register('newPassword')}
          label={t('FORM.NEW_PASSWORD')}
          hint={t('FORM.PASSWORD_HINT')}
          autoComplete="new-password"
          error={text}
        />
        <Button type="submit" wide busyLabel={isSubmitting ? t('COMMON.SENDING') : undefined}>
          {t('AUTH.RESET_SAVE')}
        </Button>
      </form>
    </AuthFrame>
  )
}
