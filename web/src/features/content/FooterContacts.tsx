import ShopPhone from './ShopPhone'
import SocialLinks from './SocialLinks'

interface FooterContactsProps {
  className?: string | undefined
  phoneClassName?: string | undefined
}

/** The shop's telephone with the hours of today, and its networks, as list items. */
export default function FooterContacts({ className, phoneClassName }: FooterContactsProps) {
  return (
    <>
      <li className={phoneClassName}>
        <ShopPhone className={className} hoursClassName="small second" />
      </li>
      <SocialLinks className={className} />
    </>
  )
}
