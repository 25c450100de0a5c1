import { useQuery } from '@shared/query/use-query'
import { storesQuery } from '@/lib/api/content-queries'
import ShopPhone from './ShopPhone'
import SocialLinks from './SocialLinks'

interface FooterContactsProps {
  className?: string | undefined
  phoneClassName?: string | undefined
}

/** The shop's telephone with the hours of today, its networks, and its company as on printed papers, as list items. */
export default function FooterContacts({ className, phoneClassName }: FooterContactsProps) {
  const { data } = useQuery(storesQuery)
  // An earlier gateway does not send it.
  const company = data?.company ?? []
  return (
    <>
      <li className={phoneClassName}>
        <ShopPhone className={className} hoursClassName="small second" />
      </li>
      <SocialLinks className={className} />
      {company.length > 0 && <li className="small second">{company.join(', ')}</li>}
    </>
  )
}
