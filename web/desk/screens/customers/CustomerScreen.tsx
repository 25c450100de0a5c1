import { Ellipsis, MessageCircle, Phone } from 'lucide-react'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'wouter'
import type { Customer } from '@desk/api/records'
import { useMay } from '@desk/api/session'
import { ButtonLink, buttonClass } from '@shared/components/Button'
import { IconButton } from '@shared/components/IconButton'
import { Menu, MenuItem } from '@desk/components/Menu'
import { MissingParts, Note } from '@desk/components/Parts'
import { CallLink, ChatLink } from '@desk/components/PhoneLinks'
import { noticeClass, RecordFrame, RecordPage } from '@desk/components/RecordPage'
import { customerPath, useCustomer } from '@desk/lib/customers'
import { useKeys } from '@desk/lib/keys'
import { useTitle } from '@desk/lib/use-title'
import { listAddress } from '@desk/list/kept-place'
import styles from './Customer.module.css'
import { CustomerOrders, CustomerQuotes } from './CustomerRecords'
import { CustomerSide } from './CustomerSide'
import { CustomerTimeline } from './CustomerTimeline'
import { EditCustomerDialog } from './EditCustomerDialog'

const MergeDialog = lazy(() => import('./MergeDialog'))
const WipeDialog = lazy(() => import('./WipeDialog'))
const DiscountDialog = lazy(() => import('./DiscountDialog'))

/** One customer: how to reach them, their quotes and orders, and what happened. */
export default function CustomerScreen() {
  const { t } = useTranslation()
  const { id } = useParams<{ id: string }>()
  const customer = useCustomer(id)
  const [, navigate] = useLocation()
  // The address of a merged customer stands for the other one.
  const answered = customer.data?.id ?? id
  useEffect(() => {
    if (answered !== id) navigate(customerPath(answered), { replace: true })
  }, [answered, id, navigate])
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
  const mayMerge = useMay('customers.merge') && !customer.isWiped
  const mayWipe = useMay('customers.wipe') && !customer.isWiped
  const mayDiscount = useMay('customers.discount') && customer.discount !== null
  const [open, setOpen] = useState<'edit' | 'merge' | 'wipe' | 'discount' | null>(null)
  const close = () => setOpen(null)
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
          {(mayMerge || mayWipe) && (
            <Menu
              trigger={
                <IconButton label={t('OFFERS.MORE')}>
                  <Ellipsis size={18} strokeWidth={1.5} aria-hidden="true" />
                </IconButton>
              }
            >
              {mayMerge && <MenuItem onPick={() => setOpen('merge')}>{t('MERGE.OPEN')}</MenuItem>}
              {mayWipe && (
                <MenuItem isDanger onPick={() => setOpen('wipe')}>
                  {t('WIPE.OPEN')}
                </MenuItem>
              )}
            </Menu>
          )}
        </>
      }
      above={
        <>
          {notice}
          {customer.isWiped && <Note className={noticeClass}>{t('CUSTOMER.WIPED')}</Note>}
          <MissingParts missing={customer.missing} texts={{ account: 'CUSTOMER.ACCOUNT_MISSING' }} onRetry={onRetry} />
          {open === 'edit' && <EditCustomerDialog customer={customer} onClose={close} />}
          <Suspense fallback={null}>
            {open === 'merge' && <MergeDialog customer={customer} onClose={close} />}
            {open === 'wipe' && <WipeDialog customer={customer} onClose={close} />}
            {open === 'discount' && <DiscountDialog customer={customer} onClose={close} />}
          </Suspense>
        </>
      }
      side={
        <CustomerSide
          customer={customer}
          onEdit={mayEdit ? () => setOpen('edit') : undefined}
          onDiscount={mayDiscount ? () => setOpen('discount') : undefined}
          mayMerge={mayMerge}
        />
      }
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
