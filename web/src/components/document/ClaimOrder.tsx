import { useMutation } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { ApiError } from '@shared/api/error'
import { Button } from '@shared/components/Button'
import { call } from '@/lib/api/client'
import { keepLinkToken, useLinkToken } from '@/lib/order/link-token'
import { withReturnUrl } from '@/lib/auth/return-url'
import { ensureSession, useSession } from '@/lib/session'
import type { TextKey } from '@shared/text-key'
import styles from './Document.module.css'
import { withParts } from './with-parts'

async function claimOrder(token: string): Promise<unknown> {
  if (!(await ensureSession())) throw new ApiError(401, '')
  return call('POST', '/account/orders/claim', { body: { token } })
}

function refusalText(error: Error): TextKey {
  if (!(error instanceof ApiError) || error.status !== 403) return 'ORDER.CLAIM_FAILED'
  const isUnverified = Object.values(error.errors).some((key) => key.endsWith('.EMAIL_NOT_VERIFIED'))
  return isUnverified ? 'ORDER.CLAIM_UNVERIFIED' : 'ORDER.CLAIM_OTHER_EMAIL'
}

/** Adds the order of a link to the customer's account, or leads to the sign-in. */
export function ClaimOrder({ token, hasAccount }: { token: string; hasAccount: boolean }) {
  const { t } = useTranslation()
  const isSignedIn = useSession(({ status }) => status === 'signed-in')
  const claim = useMutation({ mutationFn: () => claimOrder(token) })
  const orders = (
    <Link href="/account?section=orders" className={styles.link}>
      {t('CONFIRMATION.ALL_ORDERS')}
    </Link>
  )
  if (hasAccount) return <Row>{withParts(t('ORDER.IN_ACCOUNT'), { link: orders })}</Row>
  if (claim.isSuccess) {
    return (
      <Row>
        <span role="status">{t('ORDER.CLAIMED')}</span> {orders}
      </Row>
    )
  }
  if (!isSignedIn) return <SignIn />
  return (
    <Row>
      <p>{t('ORDER.CLAIM_TEXT')}</p>
      {claim.error !== null && (
        <p role="alert" className={styles.failure}>
          {t(refusalText(claim.error))}
        </p>
      )}
      <Button
        size="small"
        className={styles.claim}
        busyLabel={claim.isPending ? t('COMMON.SENDING') : undefined}
        onClick={() => claim.mutate()}
      >
        {t('ORDER.CLAIM')}
      </Button>
    </Row>
  )
}

function SignIn() {
  const { t } = useTranslation()
  const [path] = useLocation()
  const token = useLinkToken()
  const link = (to: string, text: TextKey) => (
    <Link href={withReturnUrl(to, path)} className={styles.link} onClick={() => keepLinkToken(token)}>
      {t(text)}
    </Link>
  )
  return (
    <Row>
      {withParts(t('ORDER.CLAIM_LEAD'), {
        signIn: link('/login', 'ORDER.CLAIM_SIGN_IN'),
        register: link('/register', 'ORDER.CLAIM_REGISTER'),
      })}
    </Row>
  )
}

function Row({ children }: { children: ReactNode }) {
  return (
    <li>
      <UserRound size={24} strokeWidth={1.5} aria-hidden="true" />
      <div>{children}</div>
    </li>
  )
}
