import { Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Mark } from '@shared/components/Mark'
import { formatPhone } from '@shared/forms/phone'
import { homeLink } from '@/lib/home'
import { useLanguage } from '@/lib/i18n/setup'
import { settings } from '@/lib/settings'
import type { PublicOffer } from './calls'
import styles from './Offer.module.css'

interface OfferFrameProps {
  /** Who wrote the offer; `null` until that is known. */
  sender: PublicOffer['sender']
  /** Rendered below the page's content. */
  footer?: ReactNode
  children: ReactNode
}

/** The page of an offer with its header, in place of the layout. */
export function OfferFrame({ sender, footer, children }: OfferFrameProps) {
  return (
    <div className={styles.page}>
      <Header sender={sender} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {footer}
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

/** The title, and blocks of the final sizes while the offer loads. */
export function OfferLoading() {
  const { t } = useTranslation()
  return (
    <div className={styles.columns} role="status">
      <div>
        <h1 className="visually-hidden">{t('OFFER.TITLE')}</h1>
        <span className="visually-hidden">{t('LOADING')}</span>
        <div aria-hidden="true">
          <span className={styles.bone} data-kind="number" />
          <span className={styles.bone} data-kind="title" />
          <span className={styles.bone} data-kind="lead" />
          {[1, 2, 3].map((row) => (
            <span key={row} className={styles.bone} data-kind="line" />
          ))}
        </div>
      </div>
      <div className={styles.box} data-kind="loading" aria-hidden="true" />
    </div>
  )
}
