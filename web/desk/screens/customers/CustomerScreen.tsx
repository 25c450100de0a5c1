import { MessageCircle, Phone } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'wouter'
import type { Customer } from '@desk/api/records'
import { useMay } from '@desk/api/session'
import { ButtonLink, buttonClass } from '@shared/components/Button'
import { MissingParts, Note } from '@desk/components/Parts'
import { CallLink, ChatLink } from '@desk/components/PhoneLinks'
import { noticeClass, RecordFrame, RecordPage } from '@desk/components/RecordPage'
import { useCustomer } from '@desk/lib/customers'
import { useKeys } from '@desk/lib/keys'
import { useTitle } from '@desk/lib/use-title'
import { listAddress } from '@desk/list/kept-place'
import styles from './Customer.module.css'
import { CustomerOrders, CustomerQuotes } from './CustomerRecords'
import { CustomerSide } from './CustomerSide'
import { CustomerTimeline } from './CustomerTimeline'
import { EditCustomerDialog } from './EditCustomerDialog'

/** One customer: how to reach them, their quotes and orders, and what happened. */
export default function CustomerScreen() {
  const { t } = useTranslation()
  const { id } = useParams<{ id: string }>()
  const customer = useCustomer(id)
  useTitle(`${customer.data?.name ?? ''} · ${t('NAV.CUSTOMERS')}`)
  return (
    <RecordPage query={customer} label={t('QUOTE.CUSTOMER')} missing={{ title: 'CUSTOMER.NOT_FOUND', text: 'CUSTOMER.NOT_FOUND_TEXT' }}>
      {(data, notice) => <OpenCustomer customer={data} notice={notice} onRetry={() => void customer.retry()} />}
    </RecordPage>
  )
}

interface OpenCustomerProps {
  customer: Customer
  notice: ReactNode
  onRetry: () => void
}

function OpenCustomer({ customer, notice, onRetry }: OpenCustomerProps) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const name = customer.name ?? t('QUOTES.WIPED')
  const [phone] = customer.phones
  useKeys([{ keys: 'escape', text: 'KEYS.BACK', run: () => navigate(listAddress('/customers')) }])
  const mayCreate = useMay('quotes.create')
  const mayEdit = useMay('customers.write') && !customer.isWiped
  const [isEditing, setEditing] = useState(false)
  const contacts = (
    <>
      {mayCreate && !customer.isWiped && <ButtonLink href={`/quotes?new=${customer.id}`}>{t('CUSTOMER.NEW_QUOTE')}</ButtonLink>}
      {phone !== undefined && (
        <>
          <CallLink className={buttonClass()} phone={phone}>
            <Phone size={17} strokeWidth={1.5} aria-hidden="true" />
            {t('COMPOSER.CALL')}
          </CallLink>
          <ChatLink className={buttonClass()} phone={phone}>
            <MessageCircle size={17} strokeWidth={1.5} aria-hidden="true" />
            WhatsApp
          </ChatLink>
        </>
      )}
    </>
  )
  return (
    <RecordFrame
      label={t('CUSTOMER.LABEL', { name })}
      list={{ href: '/customers', text: t('NAV.CUSTOMERS') }}
      title={name}
      bar={
        <>
          <span className="push" />
          <span className={`${styles.buttons ?? ''} wide-only`}>{contacts}</span>
        </>
      }
      above={
        <>
          {notice}
          {customer.isWiped && <Note className={noticeClass}>{t('CUSTOMER.WIPED')}</Note>}
          {isEditing && <EditCustomerDialog customer={customer} onClose={() => setEditing(false)} />}
        </>
      }
      side={<CustomerSide customer={customer} onEdit={mayEdit ? () => setEditing(true) : undefined} />}
      isSideFirst
      dock={contacts}
    >
      <CustomerQuotes quotes={customer.quotes} total={customer.quotesCount} />
      <CustomerOrders
        orders={customer.orders}
        total={customer.ordersCount}
        missing={<MissingParts missing={customer.missing} texts={{ order: 'CUSTOMER.ORDERS_MISSING' }} onRetry={onRetry} />}
        isMissing={customer.missing.includes('order')}
      />
      <CustomerTimeline
        entries={customer.timeline}
        missing={<MissingParts missing={customer.missing} texts={{ notification: 'QUOTE.MAILS_MISSING' }} onRetry={onRetry} />}
      />
    </RecordFrame>
  )
}
