import { Minus, Plus, Search, User } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { IconButton } from '@shared/components/IconButton'
import { Modal } from '@/components/dialogs/Modal'
import ShopPhone from '@/features/content/ShopPhone'
import SocialLinks from '@/features/content/SocialLinks'
import { homeLink } from '@/lib/home'
import { useLanguage } from '@/lib/i18n/setup'
import { languageNames, languages } from '@shared/language'
import { searchPath } from '@/lib/search-path'
import { useSession } from '@/lib/session'
import { LanguageLink } from './LanguageLink'
import { projectLinks, shopLinks } from './links'
import styles from './Sidebar.module.css'

/** Navigation, languages, telephone and networks below 992 px. */
export default function Sidebar({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const home = homeLink(language)
  const signedIn = useSession((state) => state.status === 'signed-in')

  const row = (href: string, label: string) => (
    <li>
      <Link href={href} className={styles.row} onClick={onClose}>
        {label}
      </Link>
    </li>
  )
  const group = (label: string, links: typeof shopLinks) => (
    <li>
      <details className={styles.group}>
        <summary className={styles.row}>
          {label}
          <Plus className={styles.plus} size={24} strokeWidth={1.5} aria-hidden="true" />
          <Minus className={styles.minus} size={24} strokeWidth={1.5} aria-hidden="true" />
        </summary>
        <ul>
          {links.map(({ key, href }) => (
            <li key={href}>
              <Link href={href} className={styles.inner} onClick={onClose}>
                {t(key)}
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )

  return (
    <Modal open kind="drawer" title={t('NAV.MENU')} onClose={onClose}>
      <ul className={styles.languages}>
        {languages.map((code) => (
          <li key={code}>
            <LanguageLink code={code} current={code === language} className={styles.link}>
              {languageNames[code]}
            </LanguageLink>
          </li>
        ))}
      </ul>
      <SidebarSearch onDone={onClose} />
      <nav aria-label={t('NAV.MAIN')}>
        <ul>
          {home.external ? (
            <li>
              <a href={home.href} className={styles.row}>
                {t('NAV.HOME')}
              </a>
            </li>
          ) : (
            row(home.href, t('NAV.HOME'))
          )}
          {row('/about-us', t('NAV.ABOUT'))}
          {group(t('NAV.PROJECTS'), projectLinks)}
          {group(t('NAV.SHOP'), shopLinks)}
          {row('/faq', t('NAV.FAQ'))}
          {row('/contact-us', t('NAV.CONTACT'))}
          {row('/selection', t('SELECTION.TITLE'))}
          <li>
            <Link href="/account" className={styles.row} onClick={onClose}>
              {signedIn ? t('NAV.ACCOUNT') : t('NAV.SIGN_IN')}
              <User size={24} strokeWidth={1.5} aria-hidden="true" />
            </Link>
          </li>
        </ul>
      </nav>
      <p className={styles.phone}>
        <ShopPhone className={styles.call} hoursClassName="second" />
      </p>
      <ul className={styles.networks} aria-label={t('NAV.SOCIAL')}>
        <SocialLinks className={styles.link} />
      </ul>
    </Modal>
  )
}

function SidebarSearch({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [term, setTerm] = useState('')
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const path = searchPath(term)
    if (path === null) return
    navigate(path)
    onDone()
  }
  return (
    <form role="search" className={styles.search} onSubmit={onSubmit}>
      <input
        type="search"
        className={styles.input}
        aria-label={t('SEARCH.LABEL')}
        value={term}
        maxLength={100}
        onChange={(event) => setTerm(event.target.value)}
      />
      <IconButton type="submit" label={t('SEARCH.SUBMIT')}>
        <Search size={24} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    </form>
  )
}
