import { useTranslation } from 'react-i18next'
import { useQuery } from '@shared/query/use-query'
import { detailsQuery } from '@/lib/api/account-queries'

/** Greets the visitor by name; shows the section's title until it is loaded. */
export function Greeting() {
  const { t } = useTranslation()
  const { data } = useQuery(detailsQuery)
  return data === undefined ? t('ACCOUNT.DASHBOARD.TITLE') : t('ACCOUNT.DASHBOARD.GREETING', { name: data.name, lastname: data.lastname })
}
