import { useTranslation } from 'react-i18next'
import { ButtonLink } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { ErrorPane } from '@shared/components/ErrorPane'
import styles from './ProjectMessage.module.css'

/** An empty or error state with a link to all projects. */
export function ProjectMessage({ text, failed = false }: { text: string; failed?: boolean }) {
  const { t } = useTranslation()
  const back = <ButtonLink href="/projects">{t('PROJECTS.BACK')}</ButtonLink>
  if (!failed) return <EmptyState title={text}>{back}</EmptyState>
  return (
    <div className={styles.problem}>
      <ErrorPane text={text} />
      {back}
    </div>
  )
}
