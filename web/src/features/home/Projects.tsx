import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { wide } from '@shared/media'
import { useQuery } from '@shared/query/use-query'
import { ContentPicture } from '@/components/content/ContentPicture'
import { SectionTitle } from '@/components/SectionTitle'
import { TextLink } from '@/components/TextLink'
import type { ProjectCategory } from '@/lib/api/types'
import styles from './Projects.module.css'
import { firstProjectQuery } from './queries'

/** The first pane is larger. */
const panes = [
  { category: 'kitchen', name: 'CATEGORY.KITCHEN' },
  { category: 'wardrobe', name: 'CATEGORY.WARDROBE' },
  { category: 'garden', name: 'NAV.GARDEN' },
] as const

/** Links to the project categories, each with the picture of its first project. */
export function Projects() {
  const { t } = useTranslation()
  return (
    <section className="section container">
      <SectionTitle title={t('HOME.PROJECTS')}>
        <TextLink href="/projects" arrow>
          {t('NAV.ALL_PROJECTS')}
        </TextLink>
      </SectionTitle>
      <ul className={styles.grid}>
        {panes.map(({ category, name }, index) => (
          <li key={category} className={styles.pane}>
            <Link href={`/projects/category/${category}`} className={styles.link}>
              <FirstProject category={category} large={index === 0} />
              <span className={styles.name}>
                {t(name)}
                <ArrowRight size={20} strokeWidth={1.5} aria-hidden="true" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function FirstProject({ category, large }: { category: ProjectCategory; large: boolean }) {
  const { data, isPending } = useQuery(firstProjectQuery(category))
  if (isPending) return <span className={styles.picture} />
  return <ContentPicture image={data?.image} sizes={large ? `${wide} 66vw, 100vw` : `${wide} 33vw, 50vw`} className={styles.picture} />
}
