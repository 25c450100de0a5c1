import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'wouter'
import { wide } from '@shared/media'
import { Breadcrumb, type Crumb } from '@/components/Breadcrumb'
import { classes } from '@shared/components/classes'
import { ContentPicture } from '@/components/content/ContentPicture'
import { part } from '@/components/part'
import { Skeleton } from '@shared/components/Skeleton'
import { serverMessage } from '@shared/api/error'
import { useQuery } from '@shared/query/use-query'
import type { Project } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { usePageTitle } from '@/lib/page-title'
import { findCategory, nextProject, type ProjectCategory } from './categories'
import styles from './ProjectPage.module.css'
import { ProjectHead } from './ProjectHead'
import { ProjectMessage } from './ProjectMessage'
import { categoryProjectsQuery, projectQuery } from './queries'

const ProjectPiece = part(() => import('./ProjectPiece'), undefined, <Skeleton ratio="2 / 1" />)
const ProjectNiche = part(() => import('./ProjectNiche'))

/** A project with the product nearest to it and a link to the next one. */
export default function ProjectPage() {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data: project, error } = useQuery(projectQuery(Number(useParams<{ id: string }>().id)))
  const title = project && localized(project, 'title', language)
  usePageTitle(title)
  const category = findCategory(project?.category ?? null)

  const crumbs: Crumb[] = [
    { label: t('NAV.HOME'), href: '/' },
    { label: t('NAV.PROJECTS'), href: '/projects' },
  ]
  if (category !== undefined) crumbs.push({ label: t(category.name), href: `/projects/category/${category.slug}` })
  if (title !== undefined) crumbs.push({ label: title })

  return (
    <div className="container">
      <Breadcrumb crumbs={crumbs} />
      {project !== undefined ? (
        <article>
          <ProjectHead project={project} />
          <div className={styles.columns}>
            <div className={styles.main}>
              <p className={classes('lead', styles.text)}>{localized(project, 'description', language)}</p>
              {project.piece && (
                <div className={styles.piece}>
                  <ProjectPiece key={project.id} piece={project.piece} />
                </div>
              )}
              {category !== undefined && (
                <div className={styles.niche}>
                  <ProjectNiche category={category.slug} />
                </div>
              )}
            </div>
            {category !== undefined && <NextProject project={project} category={category.slug} />}
          </div>
        </article>
      ) : error === null ? (
        <>
          <h1 className="visually-hidden">{t('NAV.PROJECTS')}</h1>
          <p className="visually-hidden" role="status">
            {t('PROJECTS.LOADING')}
          </p>
          <Skeleton ratio="2 / 1" />
        </>
      ) : (
        <>
          <h1 className="visually-hidden">{t('NAV.PROJECTS')}</h1>
          <ProjectMessage failed text={serverMessage(error) || t('PROJECTS.ERROR')} />
        </>
      )}
    </div>
  )
}

/** Link to the next project of the category, or to the first after the last; renders nothing without another one. */
function NextProject({ project, category }: { project: Project; category: ProjectCategory }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data = [] } = useQuery(categoryProjectsQuery(category))
  const next = nextProject(data, project.id)
  if (next === undefined) return null
  return (
    <nav aria-label={t('PROJECTS.NEXT')} className={styles.next}>
      <Link href={`/projects/${String(next.id)}`} className={styles.way}>
        <ContentPicture className={styles.small} image={next.image} sizes={`${wide} 33vw, 100vw`} />
        <span className={styles.words}>
          <span className="small second">{t('PROJECTS.NEXT')}</span>
          <span className={styles.name}>{localized(next, 'title', language)}</span>
        </span>
      </Link>
    </nav>
  )
}
