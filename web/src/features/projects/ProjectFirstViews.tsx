import { useTranslation } from 'react-i18next'
import { Breadcrumb } from '@/components/Breadcrumb'
import type { Project } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import categoryStyles from './ProjectCategoryPage.module.css'
import { ProjectGrid } from './ProjectGrid'
import { ProjectHead } from './ProjectHead'
import { ProjectsHead } from './ProjectsHead'

/** First view of all projects. */
export function ProjectsFirstView({ projects }: { projects: readonly Project[] }) {
  return (
    <div className="container">
      <ProjectsHead />
      <ProjectGrid projects={projects} />
    </div>
  )
}

interface ProjectCategoryFirstViewProps {
  title: string
  projects: readonly Project[]
}

/** First view of the projects of a category. */
export function ProjectCategoryFirstView({ title, projects }: ProjectCategoryFirstViewProps) {
  const { t } = useTranslation()
  return (
    <div className="container">
      <Breadcrumb crumbs={[{ label: t('NAV.HOME'), href: '/' }, { label: t('NAV.PROJECTS'), href: '/projects' }, { label: title }]} />
      <h1 className={categoryStyles.title}>{title}</h1>
      <ProjectGrid projects={projects} />
    </div>
  )
}

/** First view of a project: breadcrumb, title and picture. */
export function ProjectFirstView({ project, category }: { project: Project; category: { label: string; slug: string } }) {
  const { t } = useTranslation()
  const title = localized(project, 'title', useLanguage())
  return (
    <div className="container">
      <Breadcrumb
        crumbs={[
          { label: t('NAV.HOME'), href: '/' },
          { label: t('NAV.PROJECTS'), href: '/projects' },
          { label: category.label, href: `/projects/category/${category.slug}` },
          { label: title },
        ]}
      />
      <ProjectHead project={project} />
    </div>
  )
}
