import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { LatticeStrip } from '@shared/components/Lattice'
import { part } from '@/components/part'
import { settings } from '@/lib/settings'
import { Logo } from './Logo'
import { informationLinks, shopLinks } from './links'
import styles from './SiteFooter.module.css'

const year = new Date().getFullYear()

const FooterContacts = part(() => import('@/features/content/FooterContacts'))

export function SiteFooter() {
  const { t } = useTranslation()
  return (
    <footer className={styles.footer}>
      <LatticeStrip />
      <div className={`container ${styles.columns ?? ''}`}>
        <div className={styles.brand}>
          <Logo />
          <p className={styles.sentence}>{t('FOOTER.SENTENCE')}</p>
        </div>
        <nav aria-label={t('FOOTER.LABEL')} className={styles.links}>
          <div>
            <h2 className={styles.title}>{t('NAV.SHOP')}</h2>
            <ul>
              {shopLinks.map(({ key, href }) => (
                <li key={key}>
                  <Link href={href} className={styles.link}>
                    {t(key)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
          <div>
            <h2 className={styles.title}>{t('NAV.INFORMATION')}</h2>
            <ul>
              {informationLinks.map(({ key, href }) => (
                <li key={key}>
                  <Link href={href} className={styles.link}>
                    {t(key)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
          <div>
            <h2 className={styles.title}>{t('NAV.CONTACT')}</h2>
            <ul className={styles.contacts}>
              <li>
                <Link href="/contact-us" className={styles.link}>
                  {t('NAV.CONTACT')}
                </Link>
              </li>
              <FooterContacts className={styles.link} phoneClassName={styles.phone} />
            </ul>
          </div>
        </nav>
        <div className={styles.last}>
          <p>
            © {year} {settings.brand}
          </p>
          <p>{t('FOOTER.CURRENCY')}</p>
        </div>
      </div>
    </footer>
  )
}
