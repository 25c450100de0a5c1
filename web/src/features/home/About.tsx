import { useTranslation } from 'react-i18next'
import { wide } from '@shared/media'
import { RichText } from '@/components/RichText'
import styles from './About.module.css'
import { HomePicture } from './HomePicture'

const blocks = [
  { title: 'HOME.ABOUT.WOOD', text: 'HOME.ABOUT.WOOD_HTML' },
  { title: 'HOME.ABOUT.JOINT', text: 'HOME.ABOUT.JOINT_HTML' },
  { title: 'HOME.ABOUT.SIZE', text: 'HOME.ABOUT.SIZE_HTML' },
] as const

export function About() {
  const { t } = useTranslation()
  return (
    <section className={`section container ${styles.section ?? ''}`}>
      <HomePicture name="HOME_PICTURE_ABOUT" alt={t('HOME.ABOUT.PICTURE')} sizes={`${wide} 48vw, 100vw`} className={styles.picture} />
      <div className={styles.words}>
        <h2 className={styles.statement}>{t('HOME.ABOUT.STATEMENT')}</h2>
        <div className={styles.blocks}>
          {blocks.map(({ title, text }) => (
            <div key={title} className={styles.block}>
              <h3 className={styles.title}>{t(title)}</h3>
              <p>
                <RichText html={t(text)} />
              </p>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}
