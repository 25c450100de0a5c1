import { useTranslation } from 'react-i18next'
import { wide } from '@shared/media'
import { Breadcrumb } from '@/components/Breadcrumb'
import { ButtonLink } from '@shared/components/Button'
import { classes } from '@shared/components/classes'
import { Picture } from '@/components/Picture'
import { StatisticsRow } from '@/components/StatisticsRow'
import scenes from '@/lib/scenes/about.json'
import styles from './AboutPage.module.css'

const stories = [
  { scene: scenes.catalogue, title: 'ABOUT.DRAWING_TITLE', text: 'ABOUT.DRAWING_TEXT' },
  { scene: scenes['gallery-4'], title: 'ABOUT.WORKSHOP_TITLE', text: 'ABOUT.WORKSHOP_TEXT' },
] as const

const points = [
  { title: 'ABOUT.WOOD_TITLE', text: 'ABOUT.WOOD_TEXT' },
  { title: 'ABOUT.JOINT_TITLE', text: 'ABOUT.JOINT_TEXT' },
  { title: 'ABOUT.FINISH_TITLE', text: 'ABOUT.FINISH_TEXT' },
] as const

const statistics = [
  { value: '10K+', label: 'ABOUT.SOLD' },
  { value: '35', label: 'ABOUT.YEARS' },
  { value: '450', label: 'ABOUT.OUTLETS' },
  { value: '1000+', label: 'ABOUT.CUSTOMERS' },
] as const

export default function AboutPage() {
  const { t } = useTranslation()
  return (
    <>
      <div className="container">
        <Breadcrumb crumbs={[{ label: t('NAV.HOME'), href: '/' }, { label: t('NAV.ABOUT') }]} />
        <div className={styles.head}>
          <h1 className={styles.title}>{t('ABOUT.TITLE')}</h1>
          <div className={styles.words}>
            <p className="lead">{t('ABOUT.LEAD')}</p>
            <p className={styles.ways}>
              <ButtonLink variant="primary" href="/shop">
                {t('NAV.SHOP')}
              </ButtonLink>
              <ButtonLink href="/projects">{t('ABOUT.EXPLORE')}</ButtonLink>
            </p>
          </div>
        </div>
      </div>

      {stories.map(({ scene, title, text }) => (
        <section key={title} className={classes('section container', styles.story)}>
          <Picture {...scene} alt="" sizes={`${wide} 50vw, 100vw`} className={styles.picture} />
          <div className={styles.tale}>
            <h2>{t(title)}</h2>
            <p className={classes('lead', styles.text)}>{t(text)}</p>
          </div>
        </section>
      ))}

      <section className="section container" aria-labelledby="quality">
        <h2 id="quality">{t('ABOUT.QUALITY')}</h2>
        <ul className={styles.points}>
          {points.map(({ title, text }) => (
            <li key={title} className={styles.point}>
              <h3 className={styles.pointTitle}>{t(title)}</h3>
              <p className="second">{t(text)}</p>
            </li>
          ))}
        </ul>
      </section>

      <StatisticsRow
        className="section"
        label={t('ABOUT.FIGURES')}
        statistics={statistics.map(({ value, label }) => ({ value, label: t(label) }))}
      />
    </>
  )
}
