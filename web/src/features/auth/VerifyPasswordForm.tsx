import * as z from 'zod/mini'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { FormErrors } from '@/components/forms/FormErrors'
import { PasswordField } from '@/components/forms/PasswordField'
import { TextLink } from '@/components/TextLink'
import { call } from '@/lib/api/client'
import { useServerForm } from '@/lib/forms/forms'
import { password } from '@shared/forms/schema'
import { AuthFrame } from './AuthFrame'
import styles from './AuthFrame.module.css'
import { isAbout } from './is-about'

const schema = z.object({ password: password() })

/** Proves that the reader of the mail has registered the address. Who has not chooses a new password, which ends all sessions. */
export default function VerifyPasswordForm({ token, onEnd }: { token: string; onEnd: (outcome: 'done' | 'dead') => void }) {
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
        <Button variant="primary" type="submit" wide busyLabel={isBusy ? t('COMMON.SENDING') : undefined}>
          {t('AUTH.VERIFY_CONFIRM')}
        </Button>
      </form>
      <p className={styles.links}>
        <TextLink href="/forgot-password">{t('AUTH.VERIFY_NOT_MINE')}</TextLink>
      </p>
    </AuthFrame>
  )
}
