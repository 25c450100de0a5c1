import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '@/components/TextLink'
import styles from './Places.module.css'

/** How selection, wishlist and cart differ. */
export function Places() {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section className={styles.places} aria-labelledby={id}>
      <h2 id={id} className="visually-hidden">
        {t('SELECTION.PLACES')}
      </h2>
      <div className={styles.place}>
        <h3>{t('SELECTION.TITLE')}</h3>
        <p className="second">{t('SELECTION.PLACE_SELECTION')}</p>
      </div>
      <div className={styles.place}>
        <h3>{t('ACCOUNT.WISHLIST.TITLE')}</h3>
        <p className="second">
          {t('SELECTION.PLACE_WISHLIST')} <TextLink href="/account?section=wishlist">{t('SELECTION.LOOK')}</TextLink>
        </p>
      </div>
      <div className={styles.place}>
        <h3>{t('CART.TITLE')}</h3>
        <p className="second">
          {t('SELECTION.PLACE_CART')} <TextLink href="/cart">{t('SELECTION.OPEN')}</TextLink>
        </p>
      </div>
    </section>
  )
}
