import { useTranslation } from 'react-i18next'
import { Breadcrumb } from '@/components/Breadcrumb'
import { usePageTitle } from '@/lib/page-title'
import { ProjectMessage } from './ProjectMessage'

/** Shown for `/projects/category` without a category. */
export default function NoProjectPage() {
  const { t } = useTranslation()
  usePageTitle(t('NAV.PROJECTS'))
  return (
    <div className="container">
      <Breadcrumb
        crumbs={[
          { label: t('NAV.HOME'), href: '/' },
          { label: t('NAV.PROJECTS'), href: '/projects' },
        ]}
      />
      <h1 className="visually-hidden">{t('NAV.PROJECTS')}</h1>
      <ProjectMessage failed text={t('PROJECTS.NOT_FOUND')} />
    </div>
  )
}
