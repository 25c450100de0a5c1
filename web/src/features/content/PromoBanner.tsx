import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '@shared/components/IconButton'
import { Mark } from '@shared/components/Mark'
import { useQuery } from '@shared/query/use-query'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { promosQuery } from './queries'
import styles from './PromoBanner.module.css'

const copies = [1, 2, 3]

/** A marquee of promo texts; renders nothing without texts. */
export default function PromoBanner() {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data = [] } = useQuery(promosQuery)
  const [paused, setPaused] = useState(false)
  const phrases = data.map((promo) => localized(promo, 'text', language)).filter((text) => text !== '')
  if (phrases.length === 0) return null
  return (
    <section className={styles.banner} aria-label={t('BANNER.LABEL')}>
      <div className={styles.window}>
        <div className={styles.track} data-paused={paused || undefined}>
          {copies.map((copy) => (
            <p key={copy} className={styles.copy} aria-hidden={copy > 1 || undefined}>
              {phrases.map((phrase) => (
                <span key={phrase} className={styles.phrase}>
                  {phrase}
                  <Mark size={16} className={styles.mark} />
                </span>
              ))}
            </p>
          ))}
        </div>
      </div>
      <IconButton label={paused ? t('BANNER.PLAY') : t('BANNER.PAUSE')} className={styles.pause} onClick={() => setPaused(!paused)}>
        {paused ? <Play size={20} strokeWidth={1.5} aria-hidden="true" /> : <Pause size={20} strokeWidth={1.5} aria-hidden="true" />}
      </IconButton>
    </section>
  )
}
