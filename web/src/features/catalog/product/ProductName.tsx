import { Link } from 'wouter'
import type { Product } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import styles from './ProductDetails.module.css'

/** A product's category and name. */
export function ProductName({ product }: { product: Product }) {
  const language = useLanguage()
  return (
    <>
      <p className={styles.category}>
        <Link href={`/shop?category=${String(product.categoryId)}`}>{localized(product, 'categoryName', language)}</Link>
      </p>
      <h1 className={styles.name}>{localized(product, 'name', language)}</h1>
    </>
  )
}
