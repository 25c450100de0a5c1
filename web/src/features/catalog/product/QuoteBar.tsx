import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { PriceBlock } from '@/components/PriceBlock'
import type { Product } from '@/lib/api/types'
import { useInView } from '@/lib/view/use-in-view'
import { sentNumber, useQuote } from '@/stores/quote'
import styles from './QuoteBar.module.css'

interface QuoteBarProps {
  product: Product
  /** The page's own button; the bar is shown while it is out of view. */
  insteadOf: RefObject<Element | null>
  /** What begins with the product's name, which the bar never covers. */
  after: RefObject<Element | null>
  /** Rendered between the price and the button. */
  beside: ReactNode
  children: ReactNode
}

/** From the first position on at which the name stands above the bar. */
const nameIsSeen = { margin: '100000px 0px -200px' }

/** Price and quote button at the bottom of phones; the number of the request once it is sent. */
export default function QuoteBar({ product, insteadOf, after, beside, children }: QuoteBarProps) {
  const { t } = useTranslation()
  const inView = useInView(insteadOf, { initially: true })
  const isNameSeen = useInView(after, nameIsSeen)
  const sent = useQuote(sentNumber(product.id))
  if (inView || !isNameSeen) return null
  return (
    <div className="dock">
      <PriceBlock item={product} size="row" className={styles.price} />
      {beside}
      {sent === null ? <div>{children}</div> : <p className={styles.sent}>{t('SELECTION.SENT', { number: sent })}</p>}
    </div>
  )
}
