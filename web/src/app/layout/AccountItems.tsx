import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { signOut } from '@/lib/sign-out'
import type { TextKey } from '@shared/text-key'
import { showToast } from '@shared/toasts'

const links = [
  { key: 'ACCOUNT.DASHBOARD.TITLE', href: '/account' },
  { key: 'ACCOUNT.DETAILS.TITLE', href: '/account?section=account-details' },
  { key: 'ACCOUNT.ORDERS.TITLE', href: '/account?section=orders' },
  { key: 'ACCOUNT.QUOTES.TITLE', href: '/account?section=quotes' },
  { key: 'ACCOUNT.ADDRESSES.TITLE', href: '/account?section=addresses' },
  { key: 'ACCOUNT.WISHLIST.TITLE', href: '/account?section=wishlist' },
  { key: 'SELECTION.TITLE', href: '/selection' },
] as const satisfies readonly { key: TextKey; href: string }[]

/** The links of the account's menu and the sign-out button, as list items. */
export default function AccountItems({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    try {
      await signOut(() => navigate('/login'))
    } catch {
      showToast({ tone: 'error', text: t('ACCOUNT.SIGN_OUT_FAILED') })
    } finally {
      setLeaving(false)
      onClose()
    }
  }
  return (
    <>
      {links.map(({ key, href }) => (
        <li key={href}>
          <Link href={href}>{t(key)}</Link>
        </li>
      ))}
      <li>
        <button type="button" disabled={leaving} onClick={() => void leave()}>
          {t('ACCOUNT.SIGN_OUT')}
        </button>
      </li>
    </>
  )
}
