import { useTranslation } from 'react-i18next'
import { languageNames, languages, pathInLanguage } from '@shared/language'
import { useLanguage } from '@/lib/i18n/setup'
import { useLinkToken } from '@/lib/order/link-token'
import styles from './Document.module.css'

/** Links to the page in the other languages, with the token. */
export function DocumentLanguages() {
  const { t } = useTranslation()
  const current = useLanguage()
  const token = useLinkToken()
  return (
    <footer className={styles.footer}>
      <nav aria-label={t('NAV.LANGUAGE', { name: languageNames[current] })} className={styles.languages}>
        {languages.map((language) => (
          <a
            key={language}
            href={`${pathInLanguage(window.location.pathname, language)}${token === '' ? '' : `#${token}`}`}
            lang={language}
            hrefLang={language}
            aria-current={language === current ? 'true' : undefined}
          >
            {languageNames[language]}
          </a>
        ))}
      </nav>
    </footer>
  )
}
