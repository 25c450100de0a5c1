import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '@shared/components/Button'
import { RegisterForm } from '@/components/forms/RegisterForm'
import { TextLink } from '@/components/TextLink'
import { withReturnUrl } from '@/lib/auth/return-url'
import { AuthFrame } from './AuthFrame'
import styles from './AuthFrame.module.css'
import { useAfterSignIn, useReturnUrl } from './use-after-sign-in'

export default function RegisterScreen() {
  const { t } = useTranslation()
  const returnUrl = useReturnUrl()
  const [mailSent, setMailSent] = useState(false)
  useAfterSignIn()

  if (mailSent) {
    return (
      <AuthFrame title={t('AUTH.CHECK_MAIL')} lead={t('AUTH.CHECK_MAIL_TEXT')}>
        <ButtonLink variant="primary" href={withReturnUrl('/login', returnUrl)}>
          {t('AUTH.SIGN_IN')}
        </ButtonLink>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t('AUTH.REGISTER')} lead={t('AUTH.REGISTER_LEAD')}>
      <RegisterForm submitLabel={t('AUTH.REGISTER')} onMailSent={() => setMailSent(true)} />
      <p className={styles.links}>
        <span>
          {t('AUTH.HAVE_ACCOUNT')} <TextLink href={withReturnUrl('/login', returnUrl)}>{t('AUTH.SIGN_IN')}</TextLink>
        </span>
      </p>
    </AuthFrame>
  )
}
