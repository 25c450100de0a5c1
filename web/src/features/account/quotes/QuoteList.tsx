import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { serverMessage } from '@shared/api/error'
import { ButtonLink } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { ErrorPane } from '@shared/components/ErrorPane'
import { Skeleton } from '@shared/components/Skeleton'
import { useQuery } from '@shared/query/use-query'
import Pager from '@/components/lists/Pager'
import { quotesQuery } from '../queries'
import { useScrollToTop } from '../use-scroll-to-top'
import { QuoteBlock } from './QuoteBlock'
import styles from './QuoteList.module.css'
import { quotesPath } from './quotes-view'

/** A page of the customer's quote requests, newest first. */
export function QuoteList({ page }: { page: number }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const top = useScrollToTop(page)
  const { data, error, refetch, isPlaceholderData } = useQuery(quotesQuery(page))

  if (error !== null) return <ErrorPane text={serverMessage(error) || t('ACCOUNT.QUOTES.LOAD_ERROR')} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={420} />
  if (data.totalRecords === 0) {
    return (
      <EmptyState title={t('ACCOUNT.QUOTES.EMPTY')}>
        <ButtonLink href="/quote">{t('QUOTE.TITLE')}</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <div ref={top} className={styles.quotes}>
      <p className={styles.lead}>{t('ACCOUNT.QUOTES.LEAD')}</p>
      <ul aria-busy={isPlaceholderData}>
        {data.data.map((quote) => (
          <li key={quote.number} className={styles.quote}>
            <QuoteBlock quote={quote} isInList />
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        totalPages={data.totalPages}
        disabled={isPlaceholderData}
        href={(next) => quotesPath({ page: next })}
        onChange={(next) => navigate(quotesPath({ page: next }))}
      />
    </div>
  )
}
