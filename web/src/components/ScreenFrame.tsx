import { createContext, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Breadcrumb } from './Breadcrumb'

/** Shown while code of the screen loads. */
export const LoadingFrame = createContext<ReactNode>(null)

interface ScreenFrameProps {
  title: string
  /** Name of the screen in the breadcrumb; the title by default. */
  crumb?: string | undefined
  lead?: string | undefined
}

/** The title of a screen whose content is not there yet. */
export function ScreenFrame({ title, crumb = title, lead }: ScreenFrameProps) {
  const { t } = useTranslation()
  return (
    <div className="container" aria-busy="true">
      <Breadcrumb crumbs={[{ label: t('NAV.HOME'), href: '/' }, { label: crumb }]} />
      <h1>{title}</h1>
      {lead !== undefined && <p className="title-lead">{lead}</p>}
    </div>
  )
}
