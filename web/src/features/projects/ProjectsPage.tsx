import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { Breadcrumb } from '@/components/Breadcrumb'
import { EmptyState } from '@/components/EmptyState'
import { ErrorPane } from '@/components/ErrorPane'
import { serverMessage } from '@/lib/api/error'
import { usePageTitle } from '@/lib/page-title'
import { findCategory, filterByCategory, projectCategories } from './categories'
import { ProjectGrid, ProjectGridSkeleton } from './ProjectGrid'
import styles from './ProjectsPage.module.css'
import { projectsQuery } from './queries'
import { Showcase } from './Showcase'

/** All projects, or those of the category in the query string. */
export default function ProjectsPage() {
  const { t } = useTranslation()
  const category = findCategory(new URLSearchParams(useSearch()).get('category'))
  const { data, error, refetch } = useQuery(projectsQuery)
  usePageTitle(t('NAV.PROJECTS'))
  const projects = filterByCategory(data ?? [], category?.slug)

  return (
    <>
      <div className="container">
        <Breadcrumb crumbs={[{ label: t('NAV.HOME'), href: '/' }, { label: t('NAV.PROJECTS') }]} />
        <div className={styles.head}>
          <h1>{t('NAV.PROJECTS')}</h1>
          <CategorySelect selected={category?.slug ?? ''} />
        </div>
        {data !== undefined ? (
          projects.length > 0 ? (
            <ProjectGrid projects={projects} />
          ) : (
            <EmptyState text={t('PROJECTS.EMPTY')} />
          )
        ) : error === null ? (
          <ProjectGridSkeleton />
        ) : (
          <ErrorPane text={serverMessage(error) || t('PROJECTS.LIST_ERROR')} onRetry={() => void refetch()} />
        )}
      </div>
      <Showcase />
    </>
  )
}

function CategorySelect({ selected }: { selected: string }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const id = useId()
  return (
    <p className={styles.filter}>
      <label htmlFor={id} className={styles.label}>
        {t('PROJECTS.CATEGORY')}
      </label>
      <select
        id={id}
        className={styles.select}
        value={selected}
        onChange={({ target }) =>
          // Replaces the history entry: back leaves the page instead of undoing the filter.
          navigate(target.value === '' ? '/projects' : `/projects?category=${target.value}`, { replace: true })
        }
      >
        <option value="">{t('PROJECTS.ALL')}</option>
        {projectCategories.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {t(name)}
          </option>
        ))}
      </select>
    </p>
  )
}
