import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import styles from './Breadcrumb.module.css'

export interface Crumb {
  label: string
  /** Absent for the current page. */
  href?: string
}

export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('COMMON.BREADCRUMB')} className={styles.nav}>
      <ol className={styles.list}>
        {crumbs.map(({ label, href }) => (
          <li key={`${href ?? ''} ${label}`} className={styles.item}>
            {href === undefined ? <span aria-current="page">{label}</span> : <Link href={href}>{label}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
