import type { ReactNode, RefObject } from 'react'
import { PriceBlock } from '@/components/PriceBlock'
import type { Product } from '@/lib/api/types'
import { useInView } from '@/lib/use-in-view'
import styles from './QuoteBar.module.css'

interface QuoteBarProps {
  product: Product
  /** The page's own button: the bar is there only while that is out of sight. */
  instead: RefObject<Element | null>
  /** The button. */
  children: ReactNode
}

/** Price and quote at the bottom of a phone. */
export function QuoteBar({ product, instead, children }: QuoteBarProps) {
  const inSight = useInView(instead, { initially: true })
  if (inSight) return null
  return (
    <div className={styles.bar}>
      <PriceBlock item={product} size="row" className={styles.price} />
      <div className={styles.button}>{children}</div>
    </div>
  )
}
