import { useTranslation } from 'react-i18next'
import { formatWithSign } from '@shared/money'
import type { Qepik } from '@shared/price'
import { useLanguage } from '@desk/i18n/language'
import styles from './Sums.module.css'

interface SumsProps {
  listTotal: Qepik
  discountTotal: Qepik
  deliveryPrice: Qepik
  total: Qepik
  deposit?: Qepik
  /** Whole percent; without a first payment 0. */
  depositPercent?: number
}

/** The sums below the lines. */
export function Sums({ listTotal, discountTotal, deliveryPrice, total, deposit = 0, depositPercent = 0 }: SumsProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const sum = (amount: Qepik) => formatWithSign(amount, language)
  return (
    <dl className={styles.sums}>
      <dt>{t('OFFERS.SUM')}</dt>
      <dd>{sum(listTotal)}</dd>
      <dt>{t('OFFERS.DISCOUNT')}</dt>
      <dd>{sum(-discountTotal)}</dd>
      <dt>{t('OFFERS.DELIVERY')}</dt>
      <dd>{deliveryPrice === 0 ? t('OFFERS.FREE') : sum(deliveryPrice)}</dd>
      <dt className={styles.big}>{t('OFFERS.TOTAL')}</dt>
      <dd className={styles.big}>{sum(total)}</dd>
      {depositPercent > 0 && (
        <>
          <dt>{t('OFFERS.DEPOSIT_OF', { percent: depositPercent })}</dt>
          <dd>{sum(deposit)}</dd>
        </>
      )}
    </dl>
  )
}
