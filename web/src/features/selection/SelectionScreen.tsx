import { useTranslation } from 'react-i18next'
import { Breadcrumb } from '@/components/Breadcrumb'
import { usePageTitle } from '@/lib/page-title'
import { OwnSelection } from './OwnSelection'
import { SharedSelection } from './SharedSelection'
import { useFragment } from '@/lib/view/use-fragment'

/** The selection of this browser, or the one of the link that was opened. */
export default function SelectionScreen() {
  const { t } = useTranslation()
  const fragment = useFragment()
  const title = t(fragment === '' ? 'SELECTION.TITLE' : 'SELECTION.SHARED')
  usePageTitle(title)
  return (
    <div className="container">
      <Breadcrumb crumbs={[{ label: t('NAV.HOME'), href: '/' }, { label: title }]} />
      <h1>{title}</h1>
      <p className="title-lead">{t('SELECTION.LEAD')}</p>
      {fragment === '' ? <OwnSelection /> : <SharedSelection key={fragment} fragment={fragment} />}
    </div>
  )
}
