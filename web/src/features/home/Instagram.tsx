import { useTranslation } from 'react-i18next'
import { wide } from '@shared/media'
import { useQuery } from '@shared/query/use-query'
import { ExternalLink } from '@/components/content/ExternalLink'
import { Picture } from '@/components/Picture'
import { SectionTitle } from '@/components/SectionTitle'
import { storesQuery } from '@/lib/api/content-queries'
import scenes from '@/lib/scenes/home.json'
import styles from './Instagram.module.css'

const pictures = ['instagram-1', 'instagram-2', 'instagram-3', 'instagram-4', 'instagram-5', 'instagram-6'] as const

/** Six pictures and a link to the shop's Instagram profile. */
export function Instagram() {
  const { t } = useTranslation()
  const { data: stores } = useQuery(storesQuery)
  const profileUrl = stores?.data.find(({ instagram }) => instagram !== null)?.instagram
  return (
    <section className="section container">
      <SectionTitle title={t('HOME.INSTAGRAM')}>{profileUrl && <ExternalLink href={profileUrl}>Instagram</ExternalLink>}</SectionTitle>
      <ul className={styles.grid}>
        {pictures.map((name) => (
          <li key={name}>
            <Picture {...scenes[name]} alt="" sizes={`${wide} 16vw, 33vw`} className={styles.picture} />
          </li>
        ))}
      </ul>
    </section>
  )
}
