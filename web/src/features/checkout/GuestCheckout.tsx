import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { Button } from '@shared/components/Button'
import { RegisterForm } from '@/components/forms/RegisterForm'
import { SignInForm } from '@/components/forms/SignInForm'
import { Tabs } from '@/components/Tabs'
import { TextLink } from '@/components/TextLink'
import { cartCount, type CartLine } from '@/lib/cart/lines'
import { standardPiece } from '@/lib/quote/pieces'
import { withReturnUrl } from '@/lib/auth/return-url'
import { selectPiece, useSelection } from '@/stores/selection'
import formStyles from './CheckoutForm.module.css'
import { CheckoutSummary } from './CheckoutSummary'
import styles from './GuestCheckout.module.css'

type Way = 'sign-in' | 'register'

interface GuestCheckoutProps {
  lines: readonly CartLine[]
  onSignedIn: () => void
}

/** The checkout without a session: the summary, and the ways to an order. */
export default function GuestCheckout({ lines, onSignedIn }: GuestCheckoutProps) {
  const { t } = useTranslation()
  const id = useId()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [way, setWay] = useState<Way>('sign-in')
  const [mailSent, setMailSent] = useState(false)
  const goOn = () => {
    // Prices may have a personal discount now.
    void client.invalidateQueries()
    onSignedIn()
  }
  const askForQuote = () => {
    const { pieces } = useSelection.getState()
    for (const { id: productId, quantity } of lines.filter(({ sold }) => sold)) {
      // A second press after a look at the selection adds nothing twice.
      if (pieces.some((piece) => piece.productId === productId)) continue
      selectPiece(standardPiece(productId, quantity))
    }
    navigate('/selection')
  }
  return (
    <div className={formStyles.columns}>
      <div className={formStyles.summary}>
        <CheckoutSummary lines={lines} note={t('CHECKOUT.GUEST_PRICES')} />
      </div>
      <div className={formStyles.form}>
        <section className={styles.group} aria-labelledby={`${id}-account`}>
          <h2 id={`${id}-account`} className={formStyles.heading}>
            {t('CHECKOUT.GUEST_TITLE')}
          </h2>
          <p className={styles.lead}>{t('CHECKOUT.GUEST_LEAD', { count: cartCount(lines) })}</p>
          <div className={styles.ways}>
            <Tabs
              label={t('CHECKOUT.GUEST_WAYS')}
              tabs={[
                { key: 'sign-in', label: t('CHECKOUT.HAVE_ACCOUNT') },
                { key: 'register', label: t('CHECKOUT.NEW_ACCOUNT') },
              ]}
              selected={way}
              onSelect={setWay}
            >
              <div className={styles.fields}>
                {way === 'sign-in' ? (
                  <SignInForm submitLabel={t('CHECKOUT.SIGN_IN_AND_GO_ON')} onSignedIn={goOn}>
                    <p>
                      <TextLink href={withReturnUrl('/forgot-password', '/checkout')}>{t('AUTH.FORGOT')}</TextLink>
                    </p>
                  </SignInForm>
                ) : mailSent ? (
                  <div className={styles.mail} role="status">
                    <p>
                      {t('AUTH.CHECK_MAIL')}. {t('AUTH.CHECK_MAIL_TEXT')}
                    </p>
                    <Button onClick={() => setWay('sign-in')}>{t('AUTH.SIGN_IN')}</Button>
                  </div>
                ) : (
                  <RegisterForm submitLabel={t('CHECKOUT.REGISTER_AND_GO_ON')} onSignedIn={goOn} onMailSent={() => setMailSent(true)} />
                )}
              </div>
            </Tabs>
          </div>
        </section>
        <section className={styles.other} aria-labelledby={`${id}-quote`}>
          <h2 id={`${id}-quote`} className={styles.heading}>
            {t('CHECKOUT.GUEST_QUOTE')}
          </h2>
          <p className={styles.lead}>{t('CHECKOUT.GUEST_QUOTE_TEXT')}</p>
          <Button className={styles.button} onClick={askForQuote}>
            {t('CHECKOUT.GUEST_QUOTE_SEND')}
          </Button>
        </section>
      </div>
    </div>
  )
}
