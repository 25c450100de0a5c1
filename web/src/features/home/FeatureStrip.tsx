import { Hammer, Ruler, ShieldCheck, Truck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './FeatureStrip.module.css'

const features = [
  { Icon: Ruler, title: 'HOME.FEATURE.MEASURING', text: 'HOME.FEATURE.MEASURING_TEXT' },
  { Icon: Hammer, title: 'HOME.FEATURE.TIME', text: 'HOME.FEATURE.TIME_TEXT' },
  { Icon: Truck, title: 'HOME.FEATURE.ASSEMBLY', text: 'HOME.FEATURE.ASSEMBLY_TEXT' },
  { Icon: ShieldCheck, title: 'HOME.FEATURE.WARRANTY', text: 'HOME.FEATURE.WARRANTY_TEXT' },
] as const

export function FeatureStrip() {
  const { t } = useTranslation()
  return (
    <section className={`container ${styles.section ?? ''}`} aria-label={t('HOME.FEATURES')}>
      <ul className={styles.strip}>
        {features.map(({ Icon, title, text }) => (
          <li key={title} className={styles.cell}>
            <Icon size={24} strokeWidth={1.5} aria-hidden="true" />
            <h2 className={styles.title}>{t(title)}</h2>
            <p className={styles.text}>{t(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
