import * as z from 'zod/mini'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '@/components/Button'
import { FormErrors } from '@/components/forms/FormErrors'
import { PasswordField } from '@/components/forms/PasswordField'
import { TextLink } from '@/components/TextLink'
import { call } from '@/lib/api/client'
import { useServerForm } from '@/lib/forms/forms'
import { useAddressToken } from '@shared/address-token'
import { ApiError, serverMessage } from '@shared/api/error'
import { password } from '@shared/forms/schema'
import { AuthFrame } from './AuthFrame'
import styles from './AuthFrame.module.css'

const schema = z.object({ password: password() })

const isAbout = (error: unknown, field: string) => error instanceof ApiError && field in error.errors

/** Verifies the e-mail address of a mail's link. It waits for a press, because mail filters open links. */
export default function VerifyEmailPage() {
  const { t } = useTranslation()
  const token = useAddressToken()
  const [outcome, setOutcome] = useState<'done' | 'dead' | null>(null)
  const verification = useMutation({
    // Without a session of the account, the server asks for its password.
    mutationFn: () => call('POST', '/Auth/verify-email', { body: { token, password: '' } }),
    onSuccess: () => setOutcome('done'),
  })
  const { error, failureCount, isPending } = verification
  const account = <ButtonLink href="/account">{t('AUTH.VERIFY_ACCOUNT')}</ButtonLink>

  if (outcome === 'done') {
    return (
      <AuthFrame title={t('AUTH.VERIFY_DONE')} lead={t('AUTH.VERIFY_DONE_TEXT')}>
        {account}
      </AuthFrame>
    )
  }
  if (token === '' || outcome === 'dead' || isAbout(error, 'token')) {
    return (
      <AuthFrame title={t('AUTH.VERIFY')} lead={t('AUTH.VERIFY_DEAD')}>
        {account}
      </AuthFrame>
    )
  }
  if (isAbout(error, 'password')) return <PasswordForm token={token} onEnd={setOutcome} />
  return (
    <AuthFrame title={t('AUTH.VERIFY')} lead={t('AUTH.VERIFY_LEAD')}>
      <div className={styles.form}>
        <FormErrors
          failure={error === null ? undefined : serverMessage(error) || t('AUTH.VERIFY_FAILED')}
          errors={[]}
          onPick={() => undefined}
          attempt={failureCount}
        />
        <Button wide busyLabel={isPending ? t('COMMON.SENDING') : undefined} onClick={() => verification.mutate()}>
          {t('AUTH.VERIFY_CONFIRM')}
        </Button>
      </div>
    </AuthFrame>
  )
}

/** Proves that the reader of the mail has registered the address. Who has not chooses a new password, which ends all sessions. */
function PasswordForm({ token, onEnd }: { token: string; onEnd: (outcome: 'done' | 'dead') => void }) {
  const { t } = useTranslation()
  const { field, submit, summary, isBusy } = useServerForm({
    schema,
    labels: { password: 'FORM.PASSWORD' },
    defaultValues: { password: '' },
  })
  const send = async (values: z.infer<typeof schema>) => {
    try {
      await call('POST', '/Auth/verify-email', { body: { token, ...values } })
      onEnd('done')
    } catch (failure) {
      if (!isAbout(failure, 'token')) throw failure
      onEnd('dead')
    }
  }
  return (
    <AuthFrame title={t('AUTH.VERIFY')} lead={t('AUTH.VERIFY_PASSWORD')}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(send)(event)}>
        <FormErrors {...summary(t('AUTH.VERIFY_FAILED'))} />
        <PasswordField {...field('password')} autoComplete="current-password" />
        <Button type="submit" wide busyLabel={isBusy ? t('COMMON.SENDING') : undefined}>
          {t('AUTH.VERIFY_CONFIRM')}
        </Button>
      </form>
      <p className={styles.links}>
        <TextLink href="/forgot-password">{t('AUTH.VERIFY_NOT_MINE')}</TextLink>
      </p>
    </AuthFrame>
  )
}
