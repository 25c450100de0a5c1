import { ArrowLeft, MessageCircle, Phone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'wouter'
import { isTransient } from '@shared/api/error'
import { whatsAppUrl } from '@shared/whatsapp'
import type { Customer } from '@desk/api/customers'
import { buttonClass } from '@desk/components/Button'
import { Empty, LoadError, Note, Skeleton } from '@desk/components/Parts'
import { useCustomer } from '@desk/lib/customers'
import { useKeys } from '@desk/lib/keys'
import { useTitle } from '@desk/lib/use-title'
import styles from './Customer.module.css'
import { CustomerOrders, CustomerQuotes } from './CustomerRecords'
import { CustomerSide } from './CustomerSide'
import { CustomerTimeline } from './CustomerTimeline'

/** One customer: how to reach them, their quotes and orders, and what happened. */
export default function CustomerScreen() {
  const { t } = useTranslation()
  const { id } = useParams<{ id: string }>()
  const customer = useCustomer(id)
  useTitle(`${customer.data?.name ?? ''} · ${t('NAV.CUSTOMERS')}`)
  if (customer.data !== undefined) return <OpenCustomer customer={customer.data} />
  return (
    <section className={styles.loading} aria-label={t('QUOTE.CUSTOMER')} aria-busy={customer.isPending}>
      {customer.isError ? (
        isTransient(customer.error) ? (
          <LoadError onRetry={() => void customer.refetch()} />
        ) : (
          <Empty title={t('CUSTOMER.NOT_FOUND')} text={t('CUSTOMER.NOT_FOUND_TEXT')} />
        )
      ) : (
        <>
          <Skeleton width="40%" height={20} />
          <Skeleton width="80%" />
          <Skeleton width="70%" />
        </>
      )}
    </section>
  )
}

function OpenCustomer({ customer }: { customer: Customer }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const name = customer.name ?? t('QUOTES.WIPED')
  const [phone] = customer.phones
  useKeys([{ keys: 'escape', text: 'KEYS.BACK', run: () => navigate('/customers') }])
  const contacts = phone !== undefined && (
    <>
      <a className={buttonClass()} href={`tel:${phone}`}>
        <Phone size={17} strokeWidth={1.5} aria-hidden="true" />
        {t('COMPOSER.CALL')}
      </a>
      <a className={buttonClass()} href={whatsAppUrl(phone) ?? undefined} target="_blank" rel="noreferrer">
        <MessageCircle size={17} strokeWidth={1.5} aria-hidden="true" />
        WhatsApp
      </a>
    </>
  )
  return (
    <section aria-label={t('CUSTOMER.LABEL', { name })} data-covers-tabs className={styles.screen}>
      <header className={styles.bar}>
        <Link href="/customers" className={`${buttonClass({ variant: 'plain', square: true })} phone-only`} aria-label={t('COMMON.BACK')}>
          <ArrowLeft size={20} strokeWidth={1.5} aria-hidden="true" />
        </Link>
        <Link href="/customers" className={`${styles.crumb ?? ''} wide-only`}>
          {t('NAV.CUSTOMERS')}
        </Link>
        <span className="dim wide-only" aria-hidden="true">
          /
        </span>
        <h1 className="cut">{name}</h1>
        <span className="push" />
        <span className={`${styles.buttons ?? ''} wide-only`}>
          {contacts}
        </span>
      </header>
      {customer.isWiped && <Note className={styles.notice}>{t('CUSTOMER.WIPED')}</Note>}
      <div className={styles.split}>
        <div className={styles.work}>
          <CustomerQuotes quotes={customer.quotes} total={customer.quotesCount} />
          <CustomerOrders orders={customer.orders} total={customer.ordersCount} />
          <CustomerTimeline entries={customer.timeline} />
        </div>
        <CustomerSide customer={customer} />
      </div>
      {contacts !== false && (
        <div className={`${styles.dock ?? ''} phone-only`}>
          {contacts}
        </div>
      )}
    </section>
  )
}
