import { Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Mark } from '@shared/components/Mark'
import { formatPhone } from '@shared/forms/phone'
import { callUrl } from '@shared/phone-links'
import { homeLink } from '@/lib/home'
import { useLanguage } from '@/lib/i18n/setup'
import { settings } from '@/lib/settings'
import styles from './Document.module.css'

/** A member of the team whom the customer can ask. */
interface Contact {
  name: string
  phone: string | null
}

interface DocumentFrameProps {
  /** The staff member who works on it; `null` until loaded. */
  contact: Contact | null
  /** Rendered below the page's content. */
  footer?: ReactNode
  children: ReactNode
}

/** The page of an offer or an order that a link opens, with a header of its own in place of the layout. */
export function DocumentFrame({ contact, footer, children }: DocumentFrameProps) {
  return (
    <div className={styles.page}>
      <Header contact={contact} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {footer}
    </div>
  )
}

function Header({ contact }: { contact: Contact | null }) {
  const language = useLanguage()
  const home = homeLink(language)
  const phone = contact?.phone ?? ''
  const url = callUrl(phone)
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <a href={home.external ? home.href : `/${language}`} className={styles.logo}>
          <Mark size={26} />
          {settings.brand}
        </a>
        {contact !== null && url !== null && (
          <a href={url} className={styles.phone}>
            <Phone size={24} strokeWidth={1.5} aria-hidden="true" />
            <span>
              {formatPhone(phone)}
              <span className={styles.contactName}>, {contact.name}</span>
            </span>
          </a>
        )}
      </div>
    </header>
  )
}
