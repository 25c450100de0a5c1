import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import { Button } from '@shared/components/Button'
import { FormErrors } from '@/components/forms/FormErrors'
import { Modal } from '@/components/dialogs/Modal'
import { PasswordField } from '@/components/forms/PasswordField'
import { call } from '@/lib/api/client'
import { useServerForm } from '@/lib/forms/forms'
import { leaveSession } from '@/lib/session'
import { password } from '@shared/forms/schema'
import { showToast } from '@shared/toasts'
import styles from './AccountData.module.css'

const schema = z.object({ password: password() })

type Values = z.infer<typeof schema>

const points = ['ACCOUNT.DATA.CLOSE_DELETED', 'ACCOUNT.DATA.CLOSE_ORDERS', 'ACCOUNT.DATA.CLOSE_FINAL'] as const

/** Says what closing the account deletes, asks for the password, and closes it. */
export function CloseAccountModal({ onKeep }: { onKeep: () => void }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const formId = useId()
  const { field, submit, summary, isBusy } = useServerForm({
    schema,
    labels: { password: 'FORM.CURRENT_PASSWORD' },
    defaultValues: { password: '' },
  })
  const send = async ({ password }: Values) => {
    await call('DELETE', '/account', { body: { password } })
    // Leaves the account before its screens react to the end of the session.
    navigate('/')
    leaveSession()
    showToast({ tone: 'done', text: t('ACCOUNT.DATA.CLOSED') })
  }

  return (
    <Modal
      open
      title={t('ACCOUNT.DATA.CLOSE_TITLE')}
      onClose={onKeep}
      footer={
        <div className={styles.buttons}>
          <Button variant="primary" type="submit" form={formId} busyLabel={isBusy ? t('ACCOUNT.DATA.CLOSING') : undefined}>
            {t('ACCOUNT.DATA.CLOSE')}
          </Button>
          <Button disabled={isBusy} onClick={onKeep}>
            {t('ACCOUNT.DATA.KEEP')}
          </Button>
        </div>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={(event) => void submit(send)(event)}>
        <FormErrors {...summary(t('ACCOUNT.DATA.CLOSE_ERROR'))} />
        <ul className={styles.points}>
          {points.map((point) => (
            <li key={point}>{t(point)}</li>
          ))}
        </ul>
        <PasswordField {...field('password')} autoComplete="current-password" />
      </form>
    </Modal>
  )
}
