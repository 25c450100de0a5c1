import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import { Button } from '@shared/components/Button'
import { FormErrors } from '@/components/forms/FormErrors'
import { Modal } from '@/components/dialogs/Modal'
import { PasswordField } from '@/components/forms/PasswordField'
import { signIn } from '@/lib/sign-in'
import { useServerForm } from '@/lib/forms/forms'
import { withReturnUrl } from '@/lib/auth/return-url'
import { password } from '@shared/forms/schema'
import styles from './SessionEndedModal.module.css'

const schema = z.object({ password: password() })

type Values = z.infer<typeof schema>

/** Asks for the password over the form, which keeps its values. It closes with the new session. */
export default function SessionEndedModal({ email }: { email: string }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const formId = useId()
  const { field, submit, summary, isBusy } = useServerForm({
    schema,
    labels: { password: 'FORM.PASSWORD' },
    defaultValues: { password: '' },
  })
  const leave = () => navigate(withReturnUrl('/login', '/checkout'), { replace: true })
  return (
    <Modal
      open
      title={t('CHECKOUT.SESSION_ENDED')}
      onClose={leave}
      footer={
        <div className={styles.buttons}>
          <Button variant="primary" type="submit" form={formId} busyLabel={isBusy ? t('COMMON.SENDING') : undefined}>
            {t('AUTH.SIGN_IN')}
          </Button>
          <Button onClick={leave}>{t('CHECKOUT.OTHER_ACCOUNT')}</Button>
        </div>
      }
    >
      <form
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => void submit(({ password }: Values) => signIn(email, password, { isSameCustomer: true }))(event)}
      >
        <FormErrors {...summary(t('CHECKOUT.NOT_SIGNED_IN'))} />
        <p>{t('CHECKOUT.SESSION_ENDED_TEXT', { email })}</p>
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <PasswordField {...field('password')} autoComplete="current-password" />
      </form>
    </Modal>
  )
}
