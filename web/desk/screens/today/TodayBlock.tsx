import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorPane } from '@shared/components/ErrorPane'
import type { Today } from '@desk/api/records'
import { useMe } from '@desk/api/session'
import { Block } from '@desk/components/Parts'
import { isShown, type Part } from './figures'

/** Figures of the day, and how a missing block is asked for again. */
export interface BlockProps {
  today: Today
  onRetry: () => void
}

interface TodayBlockProps<Name extends Part> extends BlockProps {
  part: Name
  title: string
  className?: string | undefined
  /** Beside the title. */
  aside?: (figures: NonNullable<Today[Name]>) => ReactNode
  children: (figures: NonNullable<Today[Name]>) => ReactNode
}

/** A block of figures; nothing for a role without them. Says so alone where its service is away. */
export function TodayBlock<Name extends Part>({ today, part, title, className, onRetry, aside, children }: TodayBlockProps<Name>) {
  const { t } = useTranslation()
  const { role } = useMe()
  const figures = today[part]
  if (!isShown(today, part, role)) return null
  return (
    <Block title={title} className={className} aside={figures === null ? undefined : aside?.(figures)}>
      {figures === null ? <ErrorPane text={t('COMMON.LOAD_ERROR')} onRetry={onRetry} /> : children(figures)}
    </Block>
  )
}
