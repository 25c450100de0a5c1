import { useTranslation } from 'react-i18next'
import { Breadcrumb } from './Breadcrumb'

/** The title of a screen whose content is not there yet; `crumb` is its name in the breadcrumb, by default the title. */
export function ScreenFrame({ title, crumb = title }: { title: string; crumb?: string }) {
  const { t } = useTranslation()
  return (
    <div className="container" aria-busy="true">
      <Breadcrumb crumbs={[{ label: t('NAV.HOME'), href: '/' }, { label: crumb }]} />
      <h1>{title}</h1>
    </div>
  )
}
