import { useTranslation } from 'react-i18next'
import type { PriceEffect } from '@desk/api/price-books'
import styles from './PriceBook.module.css'

/** Consequences of publishing for offers and the shop. */
export function Points({ effect, against }: { effect: PriceEffect | undefined; against: number | null }) {
  const { t } = useTranslation()
  const before = against === null ? '' : t('PRICE_BOOK.ORDINAL', { count: against, ordinal: true })
  return (
    <ul className={`${styles.points ?? ''} small`}>
      {effect !== undefined && against !== null && (
        <>
          <li>{t('PRICE_BOOK.OFFERS_KEEP', { count: effect.openOffers, number: before })}</li>
          <li>{t('PRICE_BOOK.DRAFTS_MARKED', { count: effect.drafts })}</li>
        </>
      )}
      <li>{t('PRICE_BOOK.SHOP_RENEWS')}</li>
    </ul>
  )
}
