import { useTranslation } from 'react-i18next'
import { useLanguage } from '@/lib/i18n/setup'
import { formatAmount, formatWithSign } from '@shared/money'
import { unitPrice, type Priced, type Qepik } from '@shared/price'
import { DiscountBadge } from './Badge'
import { classes } from '@shared/components/classes'
import styles from './PriceBlock.module.css'

/** `1 249,00 AZN`, with a smaller currency code. */
export function CodePrice({ amount }: { amount: Qepik }) {
  const language = useLanguage()
  return (
    <span className={styles.amount}>
      {formatAmount(amount, language)}
      <span className={styles.code}>{'\u00a0'}AZN</span>
    </span>
  )
}

/** `1 249,00 ₼`, read out with the currency code; for cart, checkout and orders. */
export function SignPrice({ amount }: { amount: Qepik }) {
  const language = useLanguage()
  return (
    <span className={styles.amount}>
      <span aria-hidden="true">{formatWithSign(amount, language)}</span>
      <span className="visually-hidden">{formatAmount(amount, language)} AZN</span>
    </span>
  )
}

/** Space for a price that is not known yet. */
export function NoPrice({ size = 'card', className }: Pick<PriceBlockProps, 'size' | 'className'>) {
  return (
    <p className={classes(styles.block, styles[size], 'figures', className)} aria-hidden="true">
      {'\u00a0'}
    </p>
  )
}

interface PriceBlockProps {
  item: Priced
  size?: 'product' | 'card' | 'row'
  /** Shows the currency sign instead of the code. */
  sign?: boolean
  badge?: boolean
  /** Multiplies the rounded unit prices. */
  quantity?: number
  className?: string | undefined
}

/** The payable price, the struck-through original price and the discount badge. */
export function PriceBlock({ item, size = 'card', sign = false, badge = false, quantity = 1, className }: PriceBlockProps) {
  const { t } = useTranslation()
  const { payable, original, percent } = unitPrice(item)
  const Price = sign ? SignPrice : CodePrice
  return (
    <p className={classes(styles.block, styles[size], 'figures', className)}>
      <span className={styles.payable}>
        <Price amount={payable * quantity} />
      </span>
      {percent > 0 && (
        <s className={styles.original}>
          <span className="visually-hidden">{t('PRODUCT.WAS')} </span>
          <Price amount={original * quantity} />
        </s>
      )}
      {badge && <DiscountBadge percent={percent} />}
    </p>
  )
}
