import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { wide } from '@shared/media'
import { ContentPicture } from '@/components/content/ContentPicture'
import { Skeleton } from '@shared/components/Skeleton'
import type { Project } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import styles from './ProjectGrid.module.css'

/** A grid of projects; a large one spans two cells. */
export function ProjectGrid({ projects }: { projects: readonly Project[] }) {
  return (
    <ul className={styles.grid}>
      {projects.map((project, index) => (
        <li key={project.id} className={styles.cell} data-large={project.isLarge}>
          <ProjectCard project={project} eager={index < 2} />
        </li>
      ))}
    </ul>
  )
}

/** A project with its picture, title and description; its link covers the card. */
function ProjectCard({ project, eager }: { project: Project; eager: boolean }) {
  const language = useLanguage()
  const description = localized(project, 'description', language)
  const share = project.isLarge ? '66vw' : '33vw'
  return (
    <article className={styles.card}>
      <ContentPicture className={styles.picture} image={project.image} sizes={`${wide} ${share}, 100vw`} eager={eager} />
      <h2 className={styles.title}>
        <Link href={`/projects/${String(project.id)}`}>{localized(project, 'title', language)}</Link>
        <ArrowRight size={20} strokeWidth={1.5} aria-hidden="true" />
      </h2>
      {description !== '' && <p className={styles.description}>{description}</p>}
    </article>
  )
}

export function ProjectGridSkeleton() {
  const { t } = useTranslation()
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('PROJECTS.LOADING')}
      </p>
      <ul className={styles.grid}>
        {[true, false, false, false, false].map((large, index) => (
          <li key={index} className={styles.cell} data-large={large}>
            <Skeleton ratio={large ? '8 / 3' : '4 / 3'} />
          </li>
        ))}
      </ul>
    </>
  )
}
