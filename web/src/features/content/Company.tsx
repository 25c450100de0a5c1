import { useQuery } from '@shared/query/use-query'
import { storesQuery } from '@/lib/api/content-queries'

/** Company, tax number and address, as on printed papers; nothing until they are known. */
export default function Company() {
  const { data } = useQuery(storesQuery)
  // An earlier gateway does not send them.
  const details = data?.company ?? []
  return details.length === 0 ? null : <p>{details.join(' · ')}</p>
}
