import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isTransient } from '@shared/api/error'
import { Loaded as SharedLoaded, type LoadedProps } from '@shared/query/Loaded'
import type { TextKey } from '@desk/i18n/text-key'
import { Button } from './Button'
import { Empty, LoadError, Note } from './Parts'

interface DeskLoadedProps<Data> extends Pick<LoadedProps<Data>, 'query' | 'loading' | 'children'> {
  /** What to tell of a record that does not exist, or that this person may not read. */
  missing?: { title: TextKey; text: TextKey }
  /** Around what stands in the place of the data. */
  frame?: (content: ReactNode, isBusy: boolean) => ReactNode
  /** Class name of errors and notices. */
  className?: string | undefined
}

/** Shows the data of a query, and what its failures are. */
export function Loaded<Data>({ query, loading, missing, frame = (content) => content, className, children }: DeskLoadedProps<Data>): ReactNode {
  const { t } = useTranslation()
  return (
    <SharedLoaded
      query={query}
      loading={frame(loading, true)}
      failed={(error, retry) =>
        frame(
          missing === undefined || isTransient(error) ? (
            <LoadError className={className} onRetry={retry} />
          ) : (
            <Empty title={t(missing.title)} text={t(missing.text)} />
          ),
          false,
        )
      }
      notice={(retry) => (
        <Note tone="amber" role="status" className={className}>
          <p>{t('COMMON.REFRESH_ERROR')}</p>
          <p>
            <Button size="small" onClick={retry}>
              {t('COMMON.RETRY')}
            </Button>
          </p>
        </Note>
      )}
    >
      {children}
    </SharedLoaded>
  )
}
