import { useTranslation } from 'react-i18next'
import { useLanguage } from '@/lib/i18n/setup'
import { formatAmount, formatWithSign } from '@/lib/money'
import { unitPrice, type Priced, type Qepik } from '@/lib/price'
import { DiscountBadge } from './Badge'
import { classes } from './classes'
import styles from './PriceBlock.module.css'

/** `1 249,00 AZN`, the code one step smaller. */
export function CodePrice({ amount }: { amount: Qepik }) {
  const language = useLanguage()
  return (
    <span className={styles.amount}>
      {formatAmount(amount, language)}
      <span className={styles.code}>{'\u00a0'}AZN</span>
    </span>
  )
}

/** `1 249,00 ₼`, with the code for those who listen; for cart, checkout and orders. */
export function SignPrice({ amount }: { amount: Qepik }) {
  const language = useLanguage()
  return (
    <span className={styles.amount}>
      <span aria-hidden="true">{formatWithSign(amount, language)}</span>
      <span className="visually-hidden">{formatAmount(amount, language)} AZN</span>
    </span>
  )
}

/** The room of a price that is not there yet. */
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
  /** The narrow sign instead of the code. */
  sign?: boolean
  badge?: boolean
  /** Pieces that the prices are for; each is rounded first. */
  quantity?: number
  className?: string | undefined
}

/** What is paid, then the struck original, then the badge; wraps between prices, never inside one. */
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
