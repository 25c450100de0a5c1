import { classes } from './classes'
import styles from './FigureRow.module.css'

interface FigureRowProps {
  /** Accessible name of the section. */
  label: string
  figures: readonly { figure: string; label: string }[]
  className?: string | undefined
}

/** Four large figures with labels; on phones the first and the last have a row of their own. */
export function FigureRow({ label, figures, className }: FigureRowProps) {
  return (
    <section className={classes('container', className)} aria-label={label}>
      <dl className={styles.row}>
        {figures.map((item) => (
          <div key={item.label} className={styles.cell}>
            <dt className={styles.label}>{item.label}</dt>
            <dd className={styles.figure}>{item.figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
