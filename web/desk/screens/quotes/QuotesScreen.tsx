import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams, useSearch } from 'wouter'
import { normalizeNumber } from '@shared/forms/number'
import { useMay } from '@desk/api/session'
import { EmptyState } from '@shared/components/EmptyState'
import { filtersQuery } from '@desk/list/address'
import { useList } from '@desk/list/use-list'
import { maxMarked, useMarks } from '@desk/list/use-marks'
import { useCustomer } from '@desk/lib/customers'
import { useCommandKey, useKeys } from '@desk/lib/keys'
import { useTitle } from '@desk/lib/use-title'
import { quoteList } from './list'
import { OpenQuote } from './OpenQuote'
import { QuoteList } from './QuoteList'
import styles from './Quotes.module.css'

const importDialog = () => import('./NewQuoteDialog')

/** Its form is no part of the screen's first load. */
const NewQuoteDialog = lazy(importDialog)

/** Marking rows is no part of the inbox's first load. */
const QuoteBulkBar = lazy(() => import('./QuoteBulkBar'))

/** The inbox: the list and, beside it, the open quote; on phones two screens. */
export default function QuotesScreen() {
  const { t } = useTranslation()
  const { number: typed } = useParams<{ number?: string }>()
  const number = typed === undefined ? undefined : normalizeNumber(typed, 'SQ')
  const [, navigate] = useLocation()
  // The permission to create quotes includes the list. Without it, only the quote of the address is shown.
  const mayCreate = useMay('quotes.create')
  // The page of a customer asks for a new quote of theirs.
  const customerId = new URLSearchParams(useSearch()).get('new')
  const customer = useCustomer(customerId)
  const [isAddingNew, setAddingNew] = useState(false)
  const isAdding = isAddingNew || customer.data !== undefined
  const setAdding = (adds: boolean) => {
    setAddingNew(adds)
    if (!adds && customerId !== null) navigate('/quotes', { replace: true })
  }
  const marks = useMarks()
  // Rows move only when the person asks for it: the bar of news says that there is something.
  const list = useList(quoteList, { enabled: mayCreate, staleTime: Infinity, refetchOnWindowFocus: false })
  const { filters, rows } = list
  useTitle(number === undefined ? t('NAV.QUOTES') : `${number} · ${t('NAV.QUOTES')}`)

  const markAll = () => void list.loadAll(maxMarked).then((all) => marks.toggleAll(all.map((row) => row.number)))
  useCommandKey('a', mayCreate && rows.length > 0, markAll)
  const markedRows = rows.filter((row) => marks.ids.has(row.number))
  const pathOf = (target: string) => `/quotes/${target}${filtersQuery(filters)}`
  const at = rows.findIndex((row) => row.number === number)
  const neighbour = (step: 1 | -1) => (at === -1 ? (step === 1 ? rows[0] : undefined) : rows[at + step])
  const open = (step: 1 | -1) => {
    const next = neighbour(step)
    if (next !== undefined) navigate(pathOf(next.number))
  }
  useKeys([
    { keys: 'j', text: 'KEYS.NEXT', run: () => open(1) },
    { keys: 'k', text: 'KEYS.PREVIOUS', run: () => open(-1) },
    ...(mayCreate && at !== -1 ? [{ keys: 'x', text: 'QUOTES.MARK' as const, run: () => marks.toggle(rows[at]?.number ?? '') }] : []),
    { keys: 'escape', text: 'KEYS.BACK', run: () => navigate(`/quotes${filtersQuery(filters)}`) },
    ...(mayCreate ? [{ keys: 'c', text: 'QUOTES.ADD' as const, run: () => setAdding(true) }] : []),
  ])

  // Loaded before it is asked for; a press tries again, and tells.
  useEffect(() => void importDialog().catch(() => undefined), [])

  return (
    <div className={styles.inbox} data-open={number !== undefined || undefined}>
      {mayCreate && (
        <QuoteList list={list} openNumber={number} pathOf={pathOf} onAdd={() => setAdding(true)} marks={marks} onMarkAll={markAll} />
      )}
      {number === undefined ? (
        <section className={styles.nothing}>
          <EmptyState
            title={t(mayCreate ? 'QUOTES.PICK' : 'NAV.NO_PERMISSION')}
            text={mayCreate ? t('QUOTES.PICK_TEXT') : t('NAV.ASK_OWNER')}
          />
        </section>
      ) : (
        <OpenQuote
          key={number}
          number={number}
          back={`/quotes${filtersQuery(filters)}`}
          onPrevious={neighbour(-1) && (() => open(-1))}
          onNext={neighbour(1) && (() => open(1))}
        />
      )}
      {markedRows.length > 0 && (
        <Suspense fallback={null}>
          <QuoteBulkBar rows={markedRows} onDone={marks.end} />
        </Suspense>
      )}
      {isAdding && (
        <Suspense fallback={null}>
          <NewQuoteDialog
            customer={customer.data}
            onClose={() => setAdding(false)}
            onAdded={(quote) => {
              setAdding(false)
              void list.query.refetch()
              navigate(pathOf(quote.number))
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
