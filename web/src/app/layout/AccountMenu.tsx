import { User } from 'lucide-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { classes } from '@shared/components/classes'
import { Dropdown } from '@/components/Dropdown'
import { openedPart } from '@/components/part'
import { useSession } from '@/lib/session'
import styles from './SiteHeader.module.css'
import type { Header } from './use-header'

const AccountItems = openedPart(
  () => import('./AccountItems'),
  ({ onClose }) => onClose(),
)

/** The sign-in link, or the account menu of a signed-in visitor, whose links load with it; from 992 px. */
export function AccountMenu({ header: { open, change } }: { header: Header }) {
  const { t } = useTranslation()
  const signedIn = useSession((state) => state.status === 'signed-in')
  const onOpenChange = useCallback((isOpen: boolean) => change('account', isOpen), [change])
  const icon = <User size={24} strokeWidth={1.5} aria-hidden="true" />

  if (!signedIn) {
    return (
      <Link href="/login" className={classes(styles.icon, styles.wide)} aria-label={t('NAV.SIGN_IN')}>
        {icon}
      </Link>
    )
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
        <AccountItems onClose={() => onOpenChange(false)} />
      </Dropdown>
    </div>
  )
}
