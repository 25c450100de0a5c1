import { useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPhone, parsePhone } from '@shared/forms/phone'
import { Field } from '@shared/components/Field'
import { useQuery } from '@shared/query/use-query'
import { useDebounced } from '@shared/use-debounced'
import { query } from '@desk/api/client'
import type { CustomerRow } from '@desk/api/records'
import { useMay } from '@desk/api/session'
import { useCustomer } from '@desk/lib/customers'
import { keyOf } from '@desk/lib/keys'
import { orderPath, orderStatusView } from '@desk/lib/orders'
import { statuses } from '@desk/lib/texts'
import styles from './KnownCustomer.module.css'
import { StatusOf } from './Parts'

/** Digits of a phone from which customers are searched. */
const shortest = 5
const most = 5

/** The digits of a phone without country code and zero, as customers have them however they were typed. */
const searched = (phone: string): string => phone.replace(/\D/g, '').replace(/^(00)?994|^0/, '')

/** Fields that a form takes over from a known customer. */
interface Known {
  firstName: string
  lastName: string
  phone: string
  email: string
  language: CustomerRow['language']
}

interface KnownCustomerProps extends Omit<ComponentProps<typeof Field>, 'label' | 'type'> {
  /** The phone as it is typed. */
  phone: string
  onKnown: (known: Known) => void
  /** `Enter` on a phone of nobody known. */
  onNew: () => void
}

/** The field of a phone that shows whose it is while one types. `Enter` takes the first customer over, or goes on to the name. */
export function KnownCustomer({ phone, onKnown, onNew, ...field }: KnownCustomerProps) {
  const { t } = useTranslation()
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const digits = searched(phone)
  const term = useDebounced(digits, 250)
  const isSearched = useMay('customers.read') && term.length >= shortest && digits.length >= shortest
  const found = useQuery({ ...query('/desk/customers', { query: { q: term, limit: most } }), enabled: isSearched })
  const [picked, setPicked] = useState<{ id: string; phone: string } | null>(null)
  const isPicked = picked?.phone === phone
  const customers = isSearched && !isPicked ? (found.data?.data ?? []).filter(({ name }) => name !== null) : []
  const [first] = customers
  const isUnknown =
    isSearched && !isPicked && found.data !== undefined && first === undefined && term === digits && parsePhone(phone) !== null

  const pick = (customer: CustomerRow) => {
    const [firstName = '', ...rest] = (customer.name ?? '').split(' ')
    // The customer has several phones; the typed one may be another than the newest.
    const known = customer.phone !== null && searched(customer.phone).includes(digits) ? formatPhone(customer.phone) : phone
    setPicked({ id: customer.id, phone: known })
    onKnown({ firstName, lastName: rest.join(' '), phone: known, email: customer.email ?? '', language: customer.language })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const key = keyOf(event)
    if (key === 'arrowdown' && first !== undefined) {
      event.preventDefault()
      list.current?.querySelector('button')?.focus()
    }
    if (key !== 'enter' || event.ctrlKey || event.metaKey || phone.trim() === '') return
    event.preventDefault()
    if (first === undefined) onNew()
    else pick(first)
  }
  const shown = isPicked ? picked.id : (first?.id ?? null)
  return (
    <div className={styles.known}>
      <Field {...field} label={t('COMMON.PHONE')} type="tel" autoComplete="off" describedBy={id} onKeyDown={onKeyDown} />
      <div id={id} role="status" className="dim small">
        {first !== undefined && t('KNOWN.FOUND', { count: customers.length })}
        {isUnknown && t('KNOWN.NEW')}
      </div>
      {first !== undefined && (
        <ul ref={list} className={styles.list} aria-label={t('KNOWN.LABEL')}>
          {customers.map((customer) => (
            <li key={customer.id}>
              <button type="button" className={styles.customer} onClick={() => pick(customer)}>
                <b className="cut">{customer.name}</b>
                <span className="nowrap">{customer.phone === null ? customer.email : formatPhone(customer.phone)}</span>
                {customer === first && <kbd className="wide-only">Enter</kbd>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {shown !== null && <OpenRecords customerId={shown} />}
    </div>
  )
}

const isOver = new Set<string>(['won', 'lost', 'closed', 'Completed', 'Cancelled'])

/** The open quotes and orders of a customer. They open beside the form, which stays. */
function OpenRecords({ customerId }: { customerId: string }) {
  const { t } = useTranslation()
  const { data } = useCustomer(customerId)
  if (data === undefined) return null
  const open = [
    ...data.quotes.map((quote) => ({
      number: quote.number,
      path: `/quotes/${quote.number}`,
      status: quote.status,
      view: statuses[quote.status],
    })),
    ...data.orders.map((order) => ({
      number: order.orderNumber,
      path: orderPath(order.orderNumber),
      status: order.status,
      view: orderStatusView(order),
    })),
  ].filter(({ status }) => !isOver.has(status))
  if (open.length === 0) return <p className="dim small">{t('KNOWN.NOTHING_OPEN', { name: data.name ?? '' })}</p>
  return (
    <ul className={styles.open} aria-label={t('KNOWN.OPEN', { name: data.name ?? '' })}>
      {open.map(({ number, path, view }) => (
        <li key={number}>
          <a href={`/desk${path}`} target="_blank" rel="noreferrer">
            {number}
          </a>{' '}
          <StatusOf view={view} />
        </li>
      ))}
    </ul>
  )
}
