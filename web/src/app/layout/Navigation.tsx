import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { Dropdown } from '@/components/Dropdown'
import { homeLink } from '@/lib/home'
import { useLanguage } from '@/lib/i18n/setup'
import { projectLinks, shopLinks } from './links'
import styles from './Navigation.module.css'
import type { Header } from './use-header'

/** The main navigation; from 992 px. */
export function Navigation({ header: { open, change } }: { header: Header }) {
  const { t } = useTranslation()
  const [path] = useLocation()
  const home = homeLink(useLanguage())
  const onProjects = useCallback((isOpen: boolean) => change('projects', isOpen), [change])
  const onShop = useCallback((isOpen: boolean) => change('shop', isOpen), [change])

  const link = (href: string, label: string) => (
    <li>
      <Link href={href} className={styles.word} aria-current={path === href ? 'page' : undefined}>
        {label}
      </Link>
    </li>
  )

  return (
    <nav aria-label={t('NAV.MAIN')} className={styles.navigation}>
      <ul className={styles.list}>
        <li className={styles.home}>
          {home.external ? (
            <a href={home.href} className={styles.word}>
              {t('NAV.HOME')}
            </a>
          ) : (
            <Link href={home.href} className={styles.word} aria-current={path === '/' ? 'page' : undefined}>
              {t('NAV.HOME')}
            </Link>
          )}
        </li>
        {link('/about-us', t('NAV.ABOUT'))}
        <li>
          <Dropdown
            label={t('NAV.PROJECTS')}
            open={open === 'projects'}
            onOpenChange={onProjects}
            current={path.startsWith('/projects')}
            className={styles.word}
          >
            {projectLinks.map(({ key, href }) => (
              <li key={href}>
                <Link href={href}>{t(key)}</Link>
              </li>
            ))}
          </Dropdown>
        </li>
        <li>
          <Dropdown
            label={t('NAV.SHOP')}
            open={open === 'shop'}
            onOpenChange={onShop}
            current={path.startsWith('/shop')}
            className={styles.word}
          >
            {shopLinks.map(({ key, href }) => (
              <li key={href}>
                <Link href={href}>{t(key)}</Link>
              </li>
            ))}
          </Dropdown>
        </li>
        {link('/faq', t('NAV.FAQ'))}
        {link('/contact-us', t('NAV.CONTACT'))}
      </ul>
    </nav>
  )
}
