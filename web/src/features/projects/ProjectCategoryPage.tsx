import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { Breadcrumb } from '@/components/Breadcrumb'
import { serverMessage } from '@/lib/api/error'
import { usePageTitle } from '@/lib/page-title'
import { findCategory } from './categories'
import styles from './ProjectCategoryPage.module.css'
import { ProjectGrid, ProjectGridSkeleton } from './ProjectGrid'
import { ProjectProblem } from './ProjectProblem'
import { categoryProjectsQuery } from './queries'

/** The projects of one category. The name of one that there is not stands there as it was written. */
export default function ProjectCategoryPage() {
  const { t } = useTranslation()
  const { category: named } = useParams<{ category: string }>()
  const category = findCategory(named)
  const { data, error } = useQuery(categoryProjectsQuery(category?.slug))
  const title = category === undefined ? named : t(category.name)
  usePageTitle(title)

  return (
    <div className="container">
      <Breadcrumb
        crumbs={[
          { label: t('NAV.HOME'), href: '/' },
          { label: t('NAV.PROJECTS'), href: '/projects' },
          { label: title },
        ]}
      />
      <h1 className={styles.title}>{title}</h1>
      {category === undefined || data?.length === 0 ? (
        <ProjectProblem text={t('PROJECTS.EMPTY')} />
      ) : data !== undefined ? (
        <ProjectGrid projects={data} />
      ) : error === null ? (
        <ProjectGridSkeleton />
      ) : (
        <ProjectProblem failed text={serverMessage(error) || t('PROJECTS.LIST_ERROR')} />
      )}
    </div>
  )
}
