import { Link } from 'wouter'
import { Mark } from '@shared/components/Mark'
import { homeLink } from '@/lib/home'
import { useLanguage } from '@/lib/i18n/setup'
import { settings } from '@/lib/settings'
import styles from './Logo.module.css'

/** The mark and the brand's name, linked to the home page. */
export function Logo() {
  const home = homeLink(useLanguage())
  const content = (
    <>
      <Mark size={32} />
      {settings.brand}
    </>
  )
  return home.external ? (
    <a href={home.href} className={styles.logo}>
      {content}
    </a>
  ) : (
    <Link href={home.href} className={styles.logo}>
      {content}
    </Link>
  )
}
