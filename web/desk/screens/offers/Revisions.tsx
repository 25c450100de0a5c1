import { useTranslation } from 'react-i18next'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import type { Offer } from '@desk/api/records'
import { TextLink } from '@desk/components/Links'
import { Block, StatusOf } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { offerPath, offerStateTexts } from '@desk/lib/offers'
import { useOffersOf } from './queries'
import styles from './Offer.module.css'

/** The other revisions of the offer's number; absent where there are none. */
export function Revisions({ offer }: { offer: Offer }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data: offers = [] } = useOffersOf(offer.quoteNumber)
  const others = offers.filter(({ id, number }) => number === offer.number && id !== offer.id)
  if (others.length === 0) return null
  return (
    <Block title={t('OFFERS.REVISIONS')} className={styles.block}>
      <ul className={styles.others}>
        {others.map((other) => {
          return (
            <li key={other.id} className={styles.other}>
              <TextLink href={offerPath(other.quoteNumber, other.id)}>
                {t('OFFERS.REVISION', { count: other.revision, ordinal: true })}
              </TextLink>
              <StatusOf view={offerStateTexts[other.state]} />
              <span className="push nowrap">{formatWithSign(toQepik(other.total), language)}</span>
            </li>
          )
        })}
      </ul>
    </Block>
  )
}
