import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '@/components/Button'
import { FormErrors } from '@/components/forms/FormErrors'
import { call } from '@/lib/api/client'
import { useAddressToken } from '@shared/address-token'
import { ApiError, serverMessage } from '@shared/api/error'
import { AuthFrame } from './AuthFrame'
import styles from './AuthFrame.module.css'

/** Verifies the e-mail address of a mail's link. It waits for a press, because mail filters open links. */
export default function VerifyEmailPage() {
  const { t } = useTranslation()
  const token = useAddressToken()
  const verification = useMutation({
    mutationFn: () => call('POST', '/Auth/verify-email', { body: { token } }),
  })
  const { error, failureCount, isPending, isSuccess } = verification
  const account = <ButtonLink href="/account">{t('AUTH.VERIFY_ACCOUNT')}</ButtonLink>

  if (isSuccess) {
    return (
      <AuthFrame title={t('AUTH.VERIFY_DONE')} lead={t('AUTH.VERIFY_DONE_TEXT')}>
        {account}
      </AuthFrame>
    )
  }
  if (token === '' || (error instanceof ApiError && 'token' in error.errors)) {
    return (
      <AuthFrame title={t('AUTH.VERIFY')} lead={t('AUTH.VERIFY_DEAD')}>
        {account}
      </AuthFrame>
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
        <Button wide busyLabel={isPending ? t('COMMON.SENDING') : undefined} onClick={() => verification.mutate()}>
          {t('AUTH.VERIFY_CONFIRM')}
        </Button>
      </div>
    </AuthFrame>
  )
}
