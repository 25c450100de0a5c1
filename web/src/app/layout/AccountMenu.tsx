import { User } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { classes } from '@shared/components/classes'
import { Dropdown } from '@/components/Dropdown'
import { useSession } from '@/lib/session'
import { signOut } from '@/lib/sign-out'
import { showToast } from '@shared/toasts'
import { accountLinks } from './links'
import styles from './SiteHeader.module.css'
import type { Header } from './use-header'

/** The sign-in link, or the account menu of a signed-in visitor; from 992 px. */
export function AccountMenu({ header: { open, change } }: { header: Header }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const signedIn = useSession((state) => state.status === 'signed-in')
  const [leaving, setLeaving] = useState(false)
  const onOpenChange = useCallback((isOpen: boolean) => change('account', isOpen), [change])
  const icon = <User size={24} strokeWidth={1.5} aria-hidden="true" />

  if (!signedIn) {
    return (
      <Link href="/login" className={classes(styles.icon, styles.wide)} aria-label={t('NAV.SIGN_IN')}>
        {icon}
      </Link>
    )
  }

  const leave = async () => {
    setLeaving(true)
    try {
      await signOut(() => navigate('/login'))
    } catch {
      showToast({ tone: 'error', text: t('ACCOUNT.SIGN_OUT_FAILED') })
    } finally {
      setLeaving(false)
      change('account', false)
    }
  }
  return (
    <div className={styles.wide}>
      <Dropdown
        label={icon}
        name={t('NAV.ACCOUNT')}
        open={open === 'account'}
        onOpenChange={onOpenChange}
        align="end"
        chevron={false}
        className={styles.icon}
      >
        {accountLinks.map(({ key, href }) => (
          <li key={href}>
            <Link href={href}>{t(key)}</Link>
          </li>
        ))}
        <li>
          <button type="button" disabled={leaving} onClick={() => void leave()}>
            {t('ACCOUNT.SIGN_OUT')}
          </button>
        </li>
      </Dropdown>
    </div>
  )
}
