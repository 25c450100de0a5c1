import { Phone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPhone } from '@shared/forms/phone'
import { callUrl } from '@shared/phone-links'
import { useQuery } from '@shared/query/use-query'
import { storesQuery } from '@/lib/api/content-queries'
import { hoursToday } from '@/lib/contact/hours'
import { useLanguage } from '@/lib/i18n/setup'

interface ShopPhoneProps {
  className?: string | undefined
  /** Of the hours beside the number. */
  hoursClassName?: string | undefined
}

/** The telephone of the main store with the hours of today, once loaded; nothing without one. */
export default function ShopPhone({ className, hoursClassName }: ShopPhoneProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [now] = useState(() => new Date())
  const { data } = useQuery(storesQuery)
  const store = data?.data.find(({ whatsapp }) => whatsapp !== null)
  const url = callUrl(store?.whatsapp ?? '')
  if (store === undefined || url === null) return null
  const phone = formatPhone(store.whatsapp ?? '')
  const hours = hoursToday(store, language, now)
  return (
    <>
      <a href={url} className={className} aria-label={t('NAV.PHONE', { phone })}>
        <Phone size={20} strokeWidth={1.5} aria-hidden="true" />
        <span className="figures">{phone}</span>
      </a>
      {hours !== '' && <span className={hoursClassName}>{t('NAV.TODAY', { hours })}</span>}
    </>
  )
}
