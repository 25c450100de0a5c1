import { ArrowLeft, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { hasKey } from '@shared/api/error'
import { Button, ButtonLink } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { Skeleton } from '@shared/components/Skeleton'
import type { Query } from '@shared/query/use-query'
import { Loaded } from '@desk/components/Loaded'
import screen from '@desk/components/Screen.module.css'
import { useKeys } from '@desk/lib/keys'
import { orderPath } from '@desk/lib/orders'
import { useTitle } from '@desk/lib/use-title'
import styles from './Workshop.module.css'

interface FrameProps<Data> {
  number: string
  title: string
  /** Whether the paper is sheets of labels, which have no margins. */
  isLabels?: boolean
  /** Where the arrow leads; the order by default. */
  back?: string
  query: Query<Data>
  /** Beside the button that prints. */
  tools?: ReactNode
  /** Whether the order has no designed pieces. */
  isEmpty: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

/** The bar of a paper to print, and what stands in its place: too early, no designed pieces, no such order. */
export function Frame<Data>({
  number,
  title,
  isLabels = false,
  back = orderPath(number),
  query,
  tools,
  isEmpty,
  children,
}: FrameProps<Data>) {
  const { t } = useTranslation()
  useTitle(`${title} ${number}`)
  useKeys([{ keys: 'p', text: 'PAPERS.PRINT', run: () => window.print() }])
  const isTooEarly = hasKey(query.error, 'WORKSHOP.TOO_EARLY')
  const hasPapers = query.data !== undefined && !isEmpty(query.data)
  return (
    <>
      <header className={screen.bar}>
        <ButtonLink variant="plain" square href={back} aria-label={t('COMMON.BACK')}>
          <ArrowLeft size={20} strokeWidth={1.5} aria-hidden="true" />
        </ButtonLink>
        <h1 className="cut">
          {title} {number}
        </h1>
        <span className="push" />
        {hasPapers && tools}
        {hasPapers && (
          <Button variant="primary" onClick={() => window.print()}>
            <Printer size={17} strokeWidth={1.5} aria-hidden="true" />
            <span className={styles.toolText}>{t('PAPERS.PRINT')}</span>
          </Button>
        )}
      </header>
      {isTooEarly ? (
        <EmptyState title={t('WORKSHOP.TOO_EARLY')} text={t('WORKSHOP.TOO_EARLY_TEXT')} />
      ) : (
        <Loaded
          query={query}
          missing={{ title: 'WORKSHOP.NO_SUCH', text: 'ORDER.NOT_FOUND_TEXT' }}
          loading={<Skeleton width="60%" height={20} />}
          frame={(content, isBusy) => (
            <section className={styles.loading} aria-label={title} aria-busy={isBusy}>
              {content}
            </section>
          )}
        >
          {(data, notice) =>
            isEmpty(data) ? (
              <EmptyState title={t('WORKSHOP.NONE')} text={t('WORKSHOP.NONE_TEXT')} />
            ) : (
              <>
                {notice}
                {/* A4 does not fit a phone: the paper scrolls, not the page. */}
                {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
                <div className={styles.desk} data-labels={isLabels || undefined} tabIndex={0} role="region" aria-label={title}>
                  {children(data)}
                </div>
              </>
            )
          }
        </Loaded>
      )}
    </>
  )
}
