import { Phone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@shared/api/error'
import { Mark } from '@shared/components/Mark'
import { formatPhone } from '@shared/forms/phone'
import { languageNames, languages, pathInLanguage } from '@shared/language'
import { ButtonLink } from '@/components/Button'
import { ErrorPane } from '@/components/ErrorPane'
import { homeLink } from '@/lib/home'
import { useLanguage } from '@/lib/i18n/setup'
import { usePageTitle } from '@/lib/page-title'
import { settings } from '@/lib/settings'
import type { PublicOffer } from './calls'
import styles from './Offer.module.css'
import { OfferDocument } from './OfferDocument'
import { useOffer, useToken } from './use-offer'

/** The offer of the link's token, which its customer accepts or declines. Rendered without the layout. */
export default function OfferPage() {
  const { t } = useTranslation()
  const token = useToken()
  const { data: offer, error, refetch } = useOffer(token)
  usePageTitle(t('OFFER.TITLE'))

  const isUnknown = token === '' || (error instanceof ApiError && error.status === 404)
  const isBlocked = error instanceof ApiError && error.status === 429
  return (
    <div className={styles.page}>
      <Header sender={offer?.sender ?? null} />
      <main id="main" tabIndex={-1}>
        {isUnknown ? (
          <Message title={t('OFFER.UNKNOWN')} text={t('OFFER.UNKNOWN_TEXT')} />
        ) : offer !== undefined ? (
          <OfferDocument key={token} token={token} offer={offer} />
        ) : isBlocked ? (
          <Message title={t('OFFER.TOO_MANY')} text={t('OFFER.TOO_MANY_TEXT')} />
        ) : error !== null ? (
          <div className={styles.alone}>
            <h1>{t('OFFER.TITLE')}</h1>
            <ErrorPane text={t('OFFER.LOAD_ERROR')} onRetry={() => void refetch()} />
          </div>
        ) : (
          <Loading />
        )}
      </main>
      <Languages />
    </div>
  )
}

function Header({ sender }: { sender: PublicOffer['sender'] }) {
  const language = useLanguage()
  const home = homeLink(language)
  const phone = sender?.phone ?? null
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <a href={home.external ? home.href : `/${language}`} className={styles.logo}>
          <Mark size={26} />
          {settings.brand}
        </a>
        {sender !== null && phone !== null && (
          <a href={`tel:${phone}`} className={styles.phone}>
            <Phone size={24} strokeWidth={1.5} aria-hidden="true" />
            <span>
              {formatPhone(phone)}
              <span className={styles.senderName}>, {sender.name}</span>
            </span>
          </a>
        )}
      </div>
    </header>
  )
}

function Message({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation()
  return (
    <div className={styles.alone}>
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      <ButtonLink variant="secondary" href="/contact-us">
        {t('ORDER.SUPPORT')}
      </ButtonLink>
    </div>
  )
}

/** Blocks of the final sizes while the offer loads. */
function Loading() {
  const { t } = useTranslation()
  return (
    <div className={styles.columns} role="status">
      <span className="visually-hidden">{t('LOADING')}</span>
      <div aria-hidden="true">
        <span className={styles.bone} data-kind="number" />
        <span className={styles.bone} data-kind="title" />
        <span className={styles.bone} data-kind="lead" />
        {[1, 2, 3].map((row) => (
          <span key={row} className={styles.bone} data-kind="line" />
        ))}
      </div>
      <div className={styles.box} data-kind="loading" aria-hidden="true" />
    </div>
  )
}

/** Links to the page in the other languages, with the token. */
function Languages() {
  const { t } = useTranslation()
  const current = useLanguage()
  const token = useToken()
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
