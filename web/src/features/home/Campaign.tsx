import { useTranslation } from 'react-i18next'
import { wide } from '@shared/media'
import { useQuery } from '@shared/query/use-query'
import { ButtonLink } from '@shared/components/Button'
import { ContentPicture } from '@/components/content/ContentPicture'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import styles from './Campaign.module.css'
import { Countdown } from './Countdown'
import { campaignQuery } from './queries'

/** The active campaign; renders nothing without one. */
export function Campaign() {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data: campaign } = useQuery(campaignQuery)
  if (!campaign) return null
  const { image, imageUrl, endDate } = campaign
  return (
    <section className={`section container ${styles.section ?? ''}`}>
      <ContentPicture image={image} src={imageUrl} sizes={`${wide} 50vw, 100vw`} className={styles.picture} />
      <div className={`on-ink ${styles.words ?? ''}`}>
        <h2>{localized(campaign, 'name', language)}</h2>
        <p className={styles.text}>{localized(campaign, 'description', language)}</p>
        <Countdown end={endDate} />
        <div>
          <ButtonLink href="/shop" variant="inverse">
            {t('COMMON.FROM_SHOP')}
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
