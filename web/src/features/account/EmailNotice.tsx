import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { detailsQuery } from '@/lib/api/account-queries'
import { call } from '@/lib/api/client'
import { serverMessage } from '@shared/api/error'
import { useQuery } from '@shared/query/use-query'
import styles from './EmailNotice.module.css'

/** Asks to verify the e-mail address, and sends another link; empty if it is verified. */
export function EmailNotice() {
  const { t } = useTranslation()
  const { data } = useQuery(detailsQuery)
  const { error, isPending, isSuccess, mutate } = useMutation({
    mutationFn: () => call('POST', '/Auth/verify-email/send'),
  })
  if (data?.emailVerified !== false) return null
  return (
    <section aria-labelledby="email-notice" className={styles.box}>
      <Mail size={24} strokeWidth={1.5} aria-hidden="true" />
      <div className={styles.content}>
        <h2 id="email-notice" className={styles.heading}>
          {t('ACCOUNT.VERIFY.TITLE')}
        </h2>
        <p>{t('ACCOUNT.VERIFY.TEXT', { email: data.email })}</p>
        <div role="status">
          {isSuccess && <p>{t('ACCOUNT.VERIFY.SENT')}</p>}
          {error !== null && <p className={styles.failure}>{serverMessage(error) || t('ACCOUNT.VERIFY.FAILED')}</p>}
        </div>
        {!isSuccess && (
          <Button size="small" className={styles.button} busyLabel={isPending ? t('COMMON.SENDING') : undefined} onClick={() => mutate()}>
            {t('ACCOUNT.VERIFY.SEND')}
          </Button>
        )}
      </div>
    </section>
  )
}
