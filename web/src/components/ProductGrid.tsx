import type { ReactNode } from 'react'
import { classes } from '@shared/components/classes'
import { ProductCardSkeleton } from './ProductCardSkeleton'
import styles from './ProductGrid.module.css'

export type Columns = 2 | 3 | 4

/** Cards in columns: two on phones, three from 600 px, `columns` from 992 px. */
export function ProductGrid({ columns = 4, children }: { columns?: Columns; children: ReactNode }) {
  return <ul className={classes(styles.grid, styles[`columns${String(columns)}`])}>{children}</ul>
}

export function ProductGridItem({ children }: { children: ReactNode }) {
  return <li className={styles.item}>{children}</li>
}

/** A grid of skeletons; screen readers read the text. */
export function ProductGridSkeleton({ columns = 4, count, text }: { columns?: Columns; count: number; text: string }) {
  return (
    <>
      <p className="visually-hidden" role="status">
        {text}
      </p>
      <ProductGrid columns={columns}>
        {Array.from({ length: count }, (_, index) => (
          <ProductGridItem key={index}>
            <ProductCardSkeleton />
          </ProductGridItem>
        ))}
      </ProductGrid>
    </>
  )
}
