import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isTransient } from '@shared/api/error'
import type { Query } from '@shared/query/use-query'
import type { TextKey } from '@shared/text-key'
import { Button } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { ErrorPane } from '@shared/components/ErrorPane'
import { Note } from './Parts'

export interface LoadedProps<Data> {
  query: Pick<Query<Data>, 'data' | 'error' | 'isOutdated' | 'retry'>
  /** Stands in the place of the data until they are loaded. */
  loading?: ReactNode
  /** Message for a record that does not exist, or that this person may not read. */
  missing?: { title: TextKey; text: TextKey }
  /** Around what stands in the place of the data. */
  frame?: (content: ReactNode, isBusy: boolean) => ReactNode
  /** Class name of errors and notices. */
  className?: string | undefined
  /** Draws the data; `notice` is null, or has its place beside data that could not be refreshed. */
  children: (data: Data, notice: ReactNode) => ReactNode
}

/** Shows the data of a query, or why there are none. A failed refetch never takes away what is shown. */
export function Loaded<Data>(props: LoadedProps<Data>): ReactNode {
  const { query, loading, missing, frame, className, children } = props
  const { t } = useTranslation()
  const retry = () => void query.retry()
  const framed = (content: ReactNode, isBusy: boolean): ReactNode => (frame === undefined ? content : frame(content, isBusy))
  if (query.data !== undefined) {
    const notice = query.isOutdated && (
      <Note tone="amber" role="status" className={className}>
        <p>{t('COMMON.REFRESH_ERROR')}</p>
        <p>
          <Button size="small" onClick={retry}>
            {t('COMMON.RETRY')}
          </Button>
        </p>
      </Note>
    )
    return children(query.data, notice)
  }
  if (query.error === null) return framed(loading, true)
  if (missing === undefined || isTransient(query.error))
    return framed(<ErrorPane text={t('COMMON.LOAD_ERROR')} className={className} onRetry={retry} />, false)
  return framed(<EmptyState title={t(missing.title)} text={t(missing.text)} />, false)
}
