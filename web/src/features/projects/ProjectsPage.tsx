import { useTranslation } from 'react-i18next'
import { useSearch } from 'wouter'
import { EmptyState } from '@shared/components/EmptyState'
import { ErrorPane } from '@shared/components/ErrorPane'
import { serverMessage } from '@shared/api/error'
import { useQuery } from '@shared/query/use-query'
import { findCategory, filterByCategory } from './categories'
import { ProjectGrid, ProjectGridSkeleton } from './ProjectGrid'
import { ProjectsHead } from './ProjectsHead'
import { projectsQuery } from './queries'
import { Showcase } from './Showcase'

/** All projects, or those of the category in the query string. */
export default function ProjectsPage() {
  const { t } = useTranslation()
  const category = findCategory(new URLSearchParams(useSearch()).get('category'))
  const { data, error, refetch } = useQuery(projectsQuery)
  const projects = filterByCategory(data ?? [], category?.slug)

  return (
    <>
      <div className="container">
        <ProjectsHead selected={category?.slug} />
        {data !== undefined ? (
          projects.length > 0 ? (
            <ProjectGrid projects={projects} />
          ) : (
            <EmptyState title={t('PROJECTS.EMPTY')} />
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
