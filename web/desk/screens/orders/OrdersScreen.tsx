import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import type { OrderRow } from '@desk/api/orders'
import { useMay } from '@desk/api/session'
import { Button, buttonClass } from '@desk/components/Button'
import { FilterButton, ListTools, LoadingTable, SearchField } from '@desk/components/ListTools'
import { Empty, LoadError } from '@desk/components/Parts'
import { Screen } from '@desk/components/Screen'
import { useKeys } from '@desk/lib/keys'
import { useNow } from '@desk/lib/use-now'
import { FilterForm } from './FilterForm'
import { countFilters, isView, useFilters, viewsOf } from './filters'
import styles from './Orders.module.css'
import { OrderBulkBar } from './OrderBulkBar'
import { OrderTable } from './OrderTable'
import { useOrderCounts, useOrders } from './queries'

/** The table of orders: views, search and filters in the address, and what is done with several at once. */
export default function OrdersScreen() {
  const { t } = useTranslation()
  const { filters, setFilters } = useFilters()
  const mayCreate = useMay('orders.create')
  const [, navigate] = useLocation()
  useKeys(mayCreate ? [{ keys: 'n', text: 'NEW_ORDER.TITLE', run: () => navigate('/orders/new') }] : [])
  const list = useOrders(filters)
  const rows = list.data?.pages.flatMap((page) => page.data) ?? []
  const total = list.data?.pages[0]?.totalRecords ?? 0
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const pickedRows = rows.filter(({ orderNumber }) => picked.has(orderNumber))

  return (
    <Screen
      title={t('NAV.ORDERS')}
      actions={
        mayCreate && (
          <Link href="/orders/new" className={buttonClass({ variant: 'primary' })}>
            <Plus size={17} strokeWidth={1.5} aria-hidden="true" />
            {t('NEW_ORDER.TITLE')}
          </Link>
        )
      }
    >
      <Views />
      <ListTools>
        <SearchField
          label={t('ORDERS.SEARCH')}
          hint={t('ORDERS.SEARCH_HINT')}
          shown={filters.q ?? ''}
          onSearch={(q) => setFilters({ q })}
        />
        <FilterButton count={countFilters(filters)}>{(onClose) => <FilterForm onClose={onClose} />}</FilterButton>
      </ListTools>
      {list.isError && <LoadError className={styles.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <LoadingTable />}
      {list.isSuccess && rows.length === 0 && <Empty title={t('ORDERS.EMPTY')} text={t('ORDERS.EMPTY_TEXT')} />}
      {rows.length > 0 && (
        <>
          <OrderTable rows={rows} picked={picked} onPick={setPicked} isOld={list.isPlaceholderData} />
          <footer className={styles.foot}>
            <span className="dim" role="status">
              {t('ORDERS.SHOWN', { shown: rows.length, total: total > 10_000 ? '10 000+' : total })}
            </span>
            {list.hasNextPage && (
              <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {t('QUOTES.MORE')}
              </Button>
            )}
          </footer>
        </>
      )}
      {pickedRows.length > 0 && <OrderBulkBar rows={pickedRows} onDone={() => setPicked(new Set<OrderRow['orderNumber']>())} />}
    </Screen>
  )
}

function Views() {
  const { t } = useTranslation()
  const now = useNow()
  const { filters, showView } = useFilters()
  const { data: counts } = useOrderCounts()
  return (
    <nav className={styles.views} aria-label={t('ORDERS.VIEWS')}>
      {viewsOf(now).map((view) => (
        <button key={view.name} type="button" aria-current={isView(filters, view) || undefined} onClick={() => showView(view)}>
          {t(view.text)}
          {counts !== undefined && <span className="dim">{Number(counts[view.name])}</span>}
        </button>
      ))}
    </nav>
  )
}
