import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { PriceBlock } from '@/components/PriceBlock'
import type { Product } from '@/lib/api/types'
import { useInView } from '@/lib/view/use-in-view'
import { useSentNumber } from '@/stores/sent-quotes'
import styles from './QuoteBar.module.css'

interface QuoteBarProps {
  product: Product
  /** The page's own button; the bar is shown while it is out of view. */
  insteadOf: RefObject<Element | null>
  /** Rendered between the price and the button. */
  beside: ReactNode
  children: ReactNode
}

/** The name of the product, which the bar never covers. */
const name: RefObject<Element | null> = {
  get current() {
    return document.querySelector('main h1')
  },
}
/** From the first position on at which the name stands above the bar. */
const nameIsSeen = { margin: '100000px 0px -200px' }

/** Price and quote button at the bottom of phones; the number of the request once it is sent. */
export default function QuoteBar({ product, insteadOf, beside, children }: QuoteBarProps) {
  const { t } = useTranslation()
  const inView = useInView(insteadOf, { initially: true })
  const isNameSeen = useInView(name, nameIsSeen)
  const sent = useSentNumber(product.id)
  if (inView || !isNameSeen) return null
  return (
    <div className="dock">
      <PriceBlock item={product} size="row" className={styles.price} />
      {beside}
      {sent === undefined ? <div>{children}</div> : <p className={styles.sent}>{t('SELECTION.SENT', { number: sent })}</p>}
    </div>
  )
}
