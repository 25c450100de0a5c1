import { useQueries } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Picture } from '@/components/Picture'
import { SectionTitle } from '@/components/SectionTitle'
import { TextLink } from '@/components/TextLink'
import styles from './Projects.module.css'
import { firstProjectQuery } from './queries'

/** The first is the large one. */
const panes = [
  { category: 'kitchen', name: 'CATEGORY.KITCHEN' },
  { category: 'wardrobe', name: 'CATEGORY.WARDROBE' },
  { category: 'garden', name: 'NAV.GARDEN' },
] as const

/** One project of each category; the panes lead to the categories also where no project came. */
export function Projects() {
  const { t } = useTranslation()
  const projects = useQueries({ queries: panes.map(({ category }) => firstProjectQuery(category)) })
  return (
    <section className="section container">
      <SectionTitle title={t('HOME.PROJECTS')}>
        <TextLink href="/projects" arrow>
          {t('NAV.ALL_PROJECTS')}
        </TextLink>
      </SectionTitle>
      <ul className={styles.grid}>
        {panes.map(({ category, name }, index) => {
          const query = projects[index]
          const image = query?.data?.image
          return (
            <li key={category} className={styles.pane}>
              <Link href={`/projects/category/${category}`} className={styles.link}>
                {query?.isPending === true ? (
                  <span className={styles.picture} />
                ) : (
                  <Picture
                    src={image?.imageUrl}
                    alt=""
                    width={image?.width ?? 960}
                    height={image?.height ?? 720}
                    sizes={index === 0 ? '(min-width: 992px) 66vw, 100vw' : '(min-width: 992px) 33vw, 50vw'}
                    placeholder={image?.placeholder}
                    className={styles.picture}
                  />
                )}
                <span className={styles.name}>
                  {t(name)}
                  <ArrowRight size={20} strokeWidth={1.5} aria-hidden="true" />
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
