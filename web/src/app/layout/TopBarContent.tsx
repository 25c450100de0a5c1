import { useTranslation } from 'react-i18next'
import { storesQuery } from '@/lib/api/content-queries'
import PromoBanner from '@/features/content/PromoBanner'
import ShopPhone from '@/features/content/ShopPhone'
import SocialLinks from '@/features/content/SocialLinks'
import { useQuery } from '@shared/query/use-query'
import styles from './TopBar.module.css'

/** Networks, banner and telephone. The banner waits for the others, which would move it. */
export default function TopBarContent() {
  const { t } = useTranslation()
  const { isPending } = useQuery(storesQuery)
  return (
    <>
      <ul className={styles.networks} aria-label={t('NAV.SOCIAL')}>
        <SocialLinks className={styles.network} />
      </ul>
      <div className={styles.banner}>{!isPending && <PromoBanner />}</div>
      <ShopPhone className={styles.phone} hoursClassName={styles.hours} />
    </>
  )
}
