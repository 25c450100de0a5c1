import { useTranslation } from 'react-i18next'
import { ErrorPane } from '@shared/components/ErrorPane'
import { Skeleton } from '@shared/components/Skeleton'
import { detailsQuery } from '@/lib/api/account-queries'
import { serverMessage } from '@shared/api/error'
import { useQuery } from '@shared/query/use-query'
import { AccountData } from '../data/AccountData'
import { DetailsForm } from './DetailsForm'

export default function DetailsSection() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(detailsQuery)
  if (data !== undefined) {
    return (
      <>
        <DetailsForm details={data} />
        <AccountData />
      </>
    )
  }
  return error === null ? (
    <Skeleton height={400} />
  ) : (
    <ErrorPane text={serverMessage(error) || t('ACCOUNT.DETAILS.LOAD_ERROR')} onRetry={() => void refetch()} />
  )
}
