import { useTranslation } from 'react-i18next'
import { wide } from '@shared/media'
import { useQuery } from '@shared/query/use-query'
import { ExternalLink } from '@/components/content/ExternalLink'
import { SectionTitle } from '@/components/SectionTitle'
import { storesQuery } from '@/lib/api/content-queries'
import { HomePicture } from './HomePicture'
import styles from './Instagram.module.css'

const pictures = [1, 2, 3, 4, 5, 6] as const

/** Six pictures and a link to the shop's Instagram profile. */
export function Instagram() {
  const { t } = useTranslation()
  const { data: stores } = useQuery(storesQuery)
  const profileUrl = stores?.data.find(({ instagram }) => instagram !== null)?.instagram
  return (
    <section className="section container">
      <SectionTitle title={t('HOME.INSTAGRAM')}>{profileUrl && <ExternalLink href={profileUrl}>Instagram</ExternalLink>}</SectionTitle>
      <ul className={styles.grid}>
        {pictures.map((number) => (
          <li key={number}>
            <HomePicture name={`HOME_PICTURE_INSTAGRAM_${number}`} sizes={`${wide} 16vw, 33vw`} className={styles.picture} />
          </li>
        ))}
      </ul>
    </section>
  )
}
