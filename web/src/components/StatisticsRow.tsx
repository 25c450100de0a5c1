import { classes } from '@shared/components/classes'
import styles from './StatisticsRow.module.css'

interface StatisticsRowProps {
  /** Accessible name of the section. */
  label: string
  statistics: readonly { value: string; label: string }[]
  className?: string | undefined
}

/** Four large numbers with labels; on phones the first and the last have a row of their own. */
export function StatisticsRow({ label, statistics, className }: StatisticsRowProps) {
  return (
    <section className={classes('container', className)} aria-label={label}>
      <dl className={styles.row}>
        {statistics.map((item) => (
          <div key={item.label} className={styles.cell}>
            <dt className={styles.label}>{item.label}</dt>
            <dd className={styles.value}>{item.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
