import { useTranslation } from 'react-i18next'
import { storesQuery } from '@/lib/api/content-queries'
import PromoBanner from '@/features/content/PromoBanner'
import SocialLinks from '@/features/content/SocialLinks'
import { useQuery } from '@shared/query/use-query'
import styles from './TopBar.module.css'

/** Networks and banner. The banner waits for the networks, which stand before it and would move it. */
export default function TopBarContent() {
  const { t } = useTranslation()
  const { isPending } = useQuery(storesQuery)
  return (
    <>
      <ul className={styles.networks} aria-label={t('NAV.SOCIAL')}>
        <SocialLinks className={styles.network} />
      </ul>
      <div className={styles.banner}>{!isPending && <PromoBanner />}</div>
    </>
  )
}
