import type { ReactNode } from 'react'
import { classes } from './classes'
import { ProductCardSkeleton } from './ProductCardSkeleton'
import styles from './ProductGrid.module.css'

export type Columns = 2 | 3 | 4

/** Cards in columns: two on phones, three from 600, and the chosen number from 992. */
export function ProductGrid({ columns = 4, children }: { columns?: Columns; children: ReactNode }) {
  return <ul className={classes(styles.grid, styles[`columns${String(columns)}`])}>{children}</ul>
}

export function ProductGridItem({ children }: { children: ReactNode }) {
  return <li className={styles.item}>{children}</li>
}

/** The same grid full of empty boxes; readers hear the text instead. */
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
