import { Fragment, type ReactNode } from 'react'
import { classes } from '@shared/components/classes'
import styles from './Document.module.css'

export interface SumRow {
  label: ReactNode
  value: ReactNode
  /** Language of the label, if it is not the page's. */
  lang?: string | undefined
  kind?: 'total' | 'second'
}

/** The sums of an offer or an order, one below the other. */
export function SumRows({ rows }: { rows: readonly SumRow[] }) {
  return (
    <dl className={classes(styles.sums, 'figures')}>
      {rows.map(({ label, value, lang, kind }, index) => {
        const className = kind === 'total' ? styles.total : kind
        return (
          // The rows have fixed places.
          <Fragment key={index}>
            <dt className={className} lang={lang}>
              {label}
            </dt>
            <dd className={className}>{value}</dd>
          </Fragment>
        )
      })}
    </dl>
  )
}
