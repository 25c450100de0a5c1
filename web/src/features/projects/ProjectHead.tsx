import { contained } from '@shared/media'
import { ContentPicture } from '@/components/content/ContentPicture'
import type { Project } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import styles from './ProjectPage.module.css'

/** The title and the picture of a project. */
export function ProjectHead({ project }: { project: Project }) {
  return (
    <>
      <h1 className={styles.title}>{localized(project, 'title', useLanguage())}</h1>
      <ContentPicture className={styles.picture} image={project.image} sizes={`${contained} 1392px, 100vw`} eager />
    </>
  )
}
