import { useTranslation } from 'react-i18next'
import { ApiError, serverMessage } from '@shared/api/error'
import { ButtonLink } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { ErrorPane } from '@shared/components/ErrorPane'
import { Skeleton } from '@shared/components/Skeleton'
import { useQuery } from '@shared/query/use-query'
import { TextLink } from '@/components/TextLink'
import { quoteQuery } from '../queries'
import { QuoteBlock } from './QuoteBlock'
import styles from './QuoteList.module.css'
import { quotesPath } from './quotes-view'

/** One quote request with its offers. */
export function QuoteDetail({ number }: { number: string }) {
  const { t } = useTranslation()
  const { data: quote, error, refetch } = useQuery(quoteQuery(number))
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState title={t('ACCOUNT.QUOTES.NOT_FOUND')}>
        <ButtonLink href={quotesPath({})}>{t('ACCOUNT.QUOTES.ALL')}</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <div>
      <p className={styles.back}>
        <TextLink href={quotesPath({})}>{t('ACCOUNT.QUOTES.ALL')}</TextLink>
      </p>
      {quote !== undefined ? (
        <QuoteBlock quote={quote} />
      ) : error !== null ? (
        <ErrorPane text={serverMessage(error) || t('ACCOUNT.QUOTES.LOAD_ERROR')} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={420} />
      )}
    </div>
  )
}
