import { useTranslation } from 'react-i18next'
import styles from './Statistics.module.css'

const statistics = [
  { figure: '600\u00a0000\u00a0m²', label: 'HOME.STAT_AREA' },
  { figure: '1100+', label: 'HOME.STAT_PROJECTS' },
  { figure: '90+', label: 'HOME.STAT_PEOPLE' },
  { figure: '8+', label: 'HOME.STAT_YEARS' },
] as const

export function Statistics() {
  const { t } = useTranslation()
  return (
    <section className="section container" aria-label={t('HOME.STATISTICS')}>
      <dl className={styles.row}>
        {statistics.map(({ figure, label }) => (
          <div key={label} className={styles.cell}>
            <dt className={styles.label}>{t(label)}</dt>
            <dd className={styles.figure}>{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
