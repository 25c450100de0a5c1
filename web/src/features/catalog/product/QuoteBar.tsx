import type { ReactNode, RefObject } from 'react'
import { PriceBlock } from '@/components/PriceBlock'
import type { Product } from '@/lib/api/types'
import { useInView } from '@/lib/view/use-in-view'
import styles from './QuoteBar.module.css'

interface QuoteBarProps {
  product: Product
  /** The page's own button; the bar is shown while it is out of view. */
  insteadOf: RefObject<Element | null>
  /** Rendered between the price and the button. */
  beside: ReactNode
  children: ReactNode
}

/** Price and quote button at the bottom of phones. */
export default function QuoteBar({ product, insteadOf, beside, children }: QuoteBarProps) {
  const inView = useInView(insteadOf, { initially: true })
  if (inView) return null
  return (
    <div className="dock">
      <PriceBlock item={product} size="row" className={styles.price} />
      {beside}
      <div>{children}</div>
    </div>
  )
}
