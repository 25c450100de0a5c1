import { useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPhone } from '@shared/forms/phone'
import { useQuery } from '@shared/query/use-query'
import { showToast } from '@shared/toasts'
import { useDebounced } from '@shared/use-debounced'
import { Button } from '@shared/components/Button'
import { Field } from '@shared/components/Field'
import { call, query } from '@desk/api/client'
import type { Customer, CustomerRow } from '@desk/api/records'
import { Dialog } from '@desk/components/Dialog'
import { LinkButton } from '@desk/components/Links'
import { Fact, Facts, Note } from '@desk/components/Parts'
import { showCustomer, useCustomer } from '@desk/lib/customers'
import { keyOf } from '@desk/lib/keys'
import { useChange } from '@desk/lib/use-change'
import styles from './MergeDialog.module.css'

/** Characters from which customers are searched. */
const shortest = 2
const most = 6

/** Focuses what has just appeared in the place of what was focused. */
const focusNow = (element: HTMLElement | null) => element?.focus()

/** Merges another customer into this one: search, both beside each other, and what comes together. */
export default function MergeDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { t } = useTranslation()
  const [otherId, setOtherId] = useState<string | null>(null)
  const other = useCustomer(otherId)
  const name = customer.name ?? ''
  const merge = useChange({
    send: (body: { version: number; otherId: string; otherVersion: number }, keyFor) =>
      call('POST', '/desk/customers/{id}/merge', { path: { id: customer.id }, body, key: keyFor(body) }),
    onDone: (saved) => {
      showCustomer(saved)
      showToast({ tone: 'done', text: t('MERGE.DONE', { name: other.data?.name ?? '' }) })
      onClose()
    },
    // Both are shown as they are now; the next press is about that.
    onConflict: (present) => {
      showCustomer(present as Customer)
      return undefined
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (other.data === undefined) return
    merge.mutate({ version: customer.version, otherId: other.data.id, otherVersion: other.data.version })
  }
  return (
    <Dialog
      title={t('MERGE.TITLE', { name })}
      description={t('MERGE.LEAD')}
      size="wide"
      isKept
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('COMMON.CANCEL')}</Button>
          <Button variant="primary" type="submit" busy={merge.isPending} disabled={other.data === undefined}>
            {t('MERGE.CONFIRM')}
          </Button>
        </>
      }
    >
      {otherId === null ? (
        <Search without={customer.id} onPick={setOtherId} />
      ) : (
        <>
          <div className={styles.pair} ref={focusNow} tabIndex={-1}>
            <Side customer={customer} title={t('MERGE.STAYS')} />
            {other.data === undefined ? (
              other.error !== null && <Note tone="ruby">{t('COMMON.LOAD_ERROR')}</Note>
            ) : (
              <Side customer={other.data} title={t('MERGE.GOES')} />
            )}
          </div>
          {other.data !== undefined && <p>{t('MERGE.RESULT', sums(customer, other.data))}</p>}
          <p>
            <LinkButton onClick={() => setOtherId(null)}>{t('MERGE.ANOTHER')}</LinkButton>
          </p>
        </>
      )}
    </Dialog>
  )
}

/** Records of the merged customer. */
const sums = (one: Customer, other: Customer) => ({
  name: one.name ?? '',
  quotes: one.quotesCount + other.quotesCount,
  orders: new Set([...one.orders, ...other.orders].map(({ orderNumber }) => orderNumber)).size,
  phones: one.phones.length + other.phones.length,
  emails: one.emails.length + other.emails.length,
})

interface SearchProps {
  /** The customer that is not offered. */
  without: string
  onPick: (id: string) => void
}

/** Finds the other customer. `Enter` takes the first one, the arrow goes to the list. */
function Search({ without, onPick }: SearchProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const term = useDebounced(text.trim(), 250)
  const found = useQuery({ ...query('/desk/customers', { query: { q: term, limit: most } }), enabled: term.length >= shortest })
  const isCurrent = term.length >= shortest && term === text.trim() && found.data !== undefined
  const customers = isCurrent ? (found.data?.data ?? []).filter(({ id, isWiped }) => id !== without && !isWiped) : []
  const [first] = customers
  const onKeyDown = (event: KeyboardEvent) => {
    const key = keyOf(event)
    if (key !== 'enter' && key !== 'arrowdown') return
    event.preventDefault()
    if (key === 'arrowdown') list.current?.querySelector('button')?.focus()
    else if (first !== undefined) onPick(first.id)
  }
  return (
    <>
      <Field
        type="search"
        ref={focusNow}
        autoComplete="off"
        label={t('MERGE.SEARCH')}
        hint={t('MERGE.SEARCH_HINT')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="dim small">
        {isCurrent && first === undefined && t('MERGE.NOBODY')}
      </p>
      {first !== undefined && (
        <ul ref={list} className={styles.found} aria-label={t('MERGE.FOUND')}>
          {customers.map((customer) => (
            <li key={customer.id}>
              <button type="button" onClick={() => onPick(customer.id)}>
                <b className="cut">{customer.name}</b>
                <span className="nowrap">{reachOf(customer)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const reachOf = ({ phone, email }: CustomerRow) => (phone === null ? email : formatPhone(phone))

function Side({ customer, title }: { customer: Customer; title: string }) {
  const { t } = useTranslation()
  const { phones, emails, note, quotesCount, ordersCount, missing, userId } = customer
  return (
    <section className={styles.side} aria-label={`${title}: ${customer.name ?? ''}`}>
      <p className="dim small">{title}</p>
      <h3>{customer.name}</h3>
      <Facts>
        <Fact label={t('COMMON.PHONE')}>{phones.map((phone) => formatPhone(phone)).join(', ') || '–'}</Fact>
        <Fact label={t('COMMON.EMAIL')}>{emails.join(', ') || '–'}</Fact>
        <Fact label={t('NAV.QUOTES')}>{quotesCount}</Fact>
        <Fact label={t('NAV.ORDERS')}>{missing.includes('order') ? '–' : ordersCount}</Fact>
        <Fact label={t('QUOTE.ACCOUNT')}>{t(userId === null ? 'QUOTE.NO_ACCOUNT' : 'QUOTE.HAS_ACCOUNT')}</Fact>
        {note !== '' && <Fact label={t('COMPOSER.NOTE')}>{note}</Fact>}
      </Facts>
    </section>
  )
}
