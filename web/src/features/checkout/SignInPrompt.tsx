import { useTranslation } from 'react-i18next'
import { ButtonLink } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { TextLink } from '@/components/TextLink'
import { withReturnUrl } from '@/lib/auth/return-url'
import styles from './SignInPrompt.module.css'

/** Links to sign in or register, which return to the checkout. */
export function SignInPrompt() {
  const { t } = useTranslation()
  return (
    <EmptyState title={t('CHECKOUT.SIGN_IN')}>
      <div className={styles.actions}>
        <ButtonLink variant="primary" href={withReturnUrl('/login', '/checkout')}>
          {t('AUTH.SIGN_IN')}
        </ButtonLink>
        <TextLink href={withReturnUrl('/register', '/checkout')}>{t('AUTH.REGISTER')}</TextLink>
      </div>
    </EmptyState>
  )
}
