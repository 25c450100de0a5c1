import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '@shared/components/Button'
import { FormErrors } from '@/components/forms/FormErrors'
import { call } from '@/lib/api/client'
import { useAddressToken } from '@shared/address-token'
import { serverMessage } from '@shared/api/error'
import { AuthFrame } from './AuthFrame'
import styles from './AuthFrame.module.css'
import { isAbout } from './is-about'

// Few visitors need it, and its validation is large.
const PasswordForm = lazy(() => import('./VerifyPasswordForm'))

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
  const account = (
    <ButtonLink variant="primary" href="/account">
      {t('AUTH.VERIFY_ACCOUNT')}
    </ButtonLink>
  )

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
  if (isAbout(error, 'password')) {
    return (
      <Suspense fallback={<AuthFrame title={t('AUTH.VERIFY')} lead={t('AUTH.VERIFY_PASSWORD')} />}>
        <PasswordForm token={token} onEnd={setOutcome} />
      </Suspense>
    )
  }
  return (
    <AuthFrame title={t('AUTH.VERIFY')} lead={t('AUTH.VERIFY_LEAD')}>
      <div className={styles.form}>
        <FormErrors
          failure={error === null ? undefined : serverMessage(error) || t('AUTH.VERIFY_FAILED')}
          errors={[]}
          onPick={() => undefined}
          attempt={failureCount}
        />
        <Button variant="primary" wide busyLabel={isPending ? t('COMMON.SENDING') : undefined} onClick={() => verification.mutate()}>
          {t('AUTH.VERIFY_CONFIRM')}
        </Button>
      </div>
    </AuthFrame>
  )
}
