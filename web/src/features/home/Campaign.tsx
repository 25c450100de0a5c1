import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '@/components/Button'
import { Picture } from '@/components/Picture'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import styles from './Campaign.module.css'
import { Countdown } from './Countdown'
import { campaignQuery } from './queries'

/** What is on offer just now; nothing where nothing is, or where it does not load. */
export function Campaign() {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data: campaign } = useQuery(campaignQuery)
  if (!campaign) return null
  const { image, imageUrl, endDate } = campaign
  return (
    <section className={`section container ${styles.section ?? ''}`}>
      <Picture
        src={imageUrl}
        alt=""
        width={image?.width ?? 960}
        height={image?.height ?? 786}
        sizes="(min-width: 992px) 50vw, 100vw"
        placeholder={image?.placeholder}
        className={styles.picture}
      />
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
