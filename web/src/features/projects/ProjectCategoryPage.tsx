import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { Breadcrumb } from '@/components/Breadcrumb'
import { serverMessage } from '@shared/api/error'
import { useQuery } from '@shared/query/use-query'
import { usePageTitle } from '@/lib/page-title'
import { findCategory, type ProjectCategory } from './categories'
import styles from './ProjectCategoryPage.module.css'
import { ProjectGrid, ProjectGridSkeleton } from './ProjectGrid'
import { ProjectMessage } from './ProjectMessage'
import { categoryProjectsQuery } from './queries'

/** The projects of one category; an unknown category is shown by its slug, without projects. */
export default function ProjectCategoryPage() {
  const { t } = useTranslation()
  const { category: slug } = useParams<{ category: string }>()
  const category = findCategory(slug)
  const title = category === undefined ? slug : t(category.name)
  usePageTitle(title)

  return (
    <div className="container">
      <Breadcrumb crumbs={[{ label: t('NAV.HOME'), href: '/' }, { label: t('NAV.PROJECTS'), href: '/projects' }, { label: title }]} />
      <h1 className={styles.title}>{title}</h1>
      {category === undefined ? <ProjectMessage text={t('PROJECTS.EMPTY')} /> : <CategoryProjects category={category.slug} />}
    </div>
  )
}

function CategoryProjects({ category }: { category: ProjectCategory }) {
  const { t } = useTranslation()
  const { data, error } = useQuery(categoryProjectsQuery(category))
  if (data?.length === 0) return <ProjectMessage text={t('PROJECTS.EMPTY')} />
  if (data !== undefined) return <ProjectGrid projects={data} />
  return error === null ? <ProjectGridSkeleton /> : <ProjectMessage failed text={serverMessage(error) || t('PROJECTS.LIST_ERROR')} />
}
