import { useTranslation } from 'react-i18next'
import { Breadcrumb } from '@/components/Breadcrumb'
import { usePageTitle } from '@/lib/page-title'
import { ProjectProblem } from './ProjectProblem'

/** An address that names neither a project nor a category. */
export default function NoProjectPage() {
  const { t } = useTranslation()
  usePageTitle(t('NAV.PROJECTS'))
  return (
    <div className="container">
      <Breadcrumb crumbs={[{ label: t('NAV.HOME'), href: '/' }, { label: t('NAV.PROJECTS'), href: '/projects' }]} />
      <h1 className="visually-hidden">{t('NAV.PROJECTS')}</h1>
      <ProjectProblem failed text={t('PROJECTS.NOT_FOUND')} />
    </div>
  )
}
