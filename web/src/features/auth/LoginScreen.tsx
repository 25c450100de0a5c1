import { useTranslation } from 'react-i18next'
import { SignInForm } from '@/components/forms/SignInForm'
import { TextLink } from '@/components/TextLink'
import { withReturnUrl } from '@/lib/auth/return-url'
import { AuthFrame } from './AuthFrame'
import styles from './AuthFrame.module.css'
import { useAfterSignIn, useReturnUrl } from './use-after-sign-in'

export default function LoginScreen() {
  const { t } = useTranslation()
  const returnUrl = useReturnUrl()
  useAfterSignIn()
  return (
    <AuthFrame title={t('AUTH.SIGN_IN')} {...(returnUrl !== null && { lead: t('AUTH.RETURN_LEAD') })}>
      <SignInForm submitLabel={t('AUTH.SIGN_IN')} />
      <p className={styles.links}>
        <TextLink href={withReturnUrl('/register', returnUrl)}>{t('AUTH.REGISTER')}</TextLink>
        <TextLink href={withReturnUrl('/forgot-password', returnUrl)}>{t('AUTH.FORGOT')}</TextLink>
      </p>
    </AuthFrame>
  )
}
