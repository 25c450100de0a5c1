import { useTranslation } from 'react-i18next'
import { ApiError } from '@shared/api/error'
import { languageNames, languages, pathInLanguage } from '@shared/language'
import { ButtonLink } from '@/components/Button'
import { ErrorPane } from '@/components/ErrorPane'
import { useLanguage } from '@/lib/i18n/setup'
import { usePageTitle } from '@/lib/page-title'
import styles from './Offer.module.css'
import { OfferDocument } from './OfferDocument'
import { OfferFrame, OfferLoading } from './OfferFrame'
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
    <OfferFrame sender={offer?.sender ?? null} footer={<Languages />}>
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
        <OfferLoading />
      )}
    </OfferFrame>
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
