import { useQuery } from '@shared/query/use-query'
import { storesQuery } from '@/lib/api/content-queries'
import { networkUrl, networks } from '@/lib/contact/networks'

/** The social networks of the main store as list items, once loaded. */
export default function SocialLinks({ className }: { className?: string | undefined }) {
  const { data } = useQuery(storesQuery)
  const store = data?.data[0]
  if (store === undefined) return null
  return networks.map(({ key, name }) => {
    const href = networkUrl(key, store[key])
    return (
      href !== null && (
        <li key={key}>
          <a href={href} className={className} rel="noopener" target="_blank">
            {name}
          </a>
        </li>
      )
    )
  })
}
