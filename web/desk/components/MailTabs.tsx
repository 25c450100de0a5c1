import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import type { TextKey } from '@shared/text-key'
import { useMe } from '@desk/api/session'
import type { Permission } from '@desk/api/words'
import styles from './MailTabs.module.css'

const tabs = [
  { path: '/mails', text: 'NAV.MAILS', permission: 'activity.read' },
  { path: '/mail/templates', text: 'TEMPLATES.TITLE', permission: 'templates.read' },
  { path: '/mail/set-aside', text: 'SET_ASIDE.TITLE', permission: 'deadLetters' },
] as const satisfies readonly { path: string; text: TextKey; permission: Permission }[]

/** Leads to the other screens about messages. */
export function MailTabs() {
  const { t } = useTranslation()
  const { permissions } = useMe()
  const [location] = useLocation()
  const shown = tabs.filter(({ permission }) => permissions.includes(permission))
  if (shown.length < 2) return null
  return (
    <nav className={styles.tabs} aria-label={t('NAV.MAILS')}>
      {shown.map(({ path, text }) => (
        <Link key={path} href={path} aria-current={location === path ? 'page' : undefined}>
          {t(text)}
        </Link>
      ))}
    </nav>
  )
}
