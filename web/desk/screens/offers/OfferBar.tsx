import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Offer } from '@desk/api/records'
import { TextLink } from '@desk/components/Links'
import { Status } from '@shared/components/Status'
import { Avatar } from '@desk/components/Parts'
import { BackLink } from '@desk/components/RecordPage'
import screen from '@desk/components/Screen.module.css'
import { offerStateTexts } from '@desk/lib/offers'
import { useViewers } from '@desk/lib/stream'
import { useTitle } from '@desk/lib/use-title'
import styles from './Offer.module.css'

interface OfferBarProps {
  offer: Offer
  customer: string
  /** Beside the actions, such as when it was saved. */
  aside?: ReactNode
  children: ReactNode
}

export function OfferBar({ offer, customer, aside, children }: OfferBarProps) {
  const { t } = useTranslation()
  const { text, tone, isFilled } = offerStateTexts[offer.state]
  const [viewer] = useViewers('offer', offer.id)
  useTitle(`${t('OFFERS.TITLE')} ${offer.number}`)
  return (
    <header className={screen.bar}>
      <BackLink href={`/quotes/${offer.quoteNumber}`} />
      <span className={`${styles.crumb ?? ''} wide-only`}>
        <TextLink href={`/quotes/${offer.quoteNumber}`}>{offer.quoteNumber}</TextLink>
        <span aria-hidden="true">/</span>
      </span>
      <h1 className="cut">{t('OFFERS.OF', { name: customer })}</h1>
      <Status isTinted tone={tone} isFilled={isFilled} className="wide-only">
        {t(text)}, {t('OFFERS.REVISION', { count: offer.revision, ordinal: true })}
      </Status>
      <span className="push" />
      {viewer !== undefined && (
        <span className={styles.viewer} role="status">
          <Avatar person={viewer} />
          <span className={styles.viewerText}>{t(viewer.isEditing ? 'QUOTE.WRITES_TOO' : 'QUOTE.LOOKS_TOO', { name: viewer.name })}</span>
        </span>
      )}
      {aside}
      {children}
    </header>
  )
}
