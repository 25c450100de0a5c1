import { ListFilter, Search } from 'lucide-react'
import { Popover } from '@base-ui/react/popover'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderRow } from '@desk/api/orders'
import { Button } from '@desk/components/Button'
import { Empty, LoadError, Skeleton } from '@desk/components/Parts'
import popups from '@desk/components/Popups.module.css'
import { Screen } from '@desk/components/Screen'
import { useKeys } from '@desk/lib/keys'
import { useDebounced } from '@desk/lib/use-debounced'
import { useNow } from '@desk/lib/use-now'
import { BulkBar } from './BulkBar'
import { FilterForm } from './FilterForm'
import { countFilters, isView, useFilters, viewsOf } from './filters'
import styles from './Orders.module.css'
import { OrderTable } from './OrderTable'
import { useOrderCounts, useOrders } from './queries'

/** The table of orders: views, search and filters in the address, and what is done with several at once. */
export default function OrdersScreen() {
  const { t } = useTranslation()
  const { filters } = useFilters()
  const list = useOrders(filters)
  const rows = list.data?.pages.flatMap((page) => page.data) ?? []
  const total = list.data?.pages[0]?.totalRecords ?? 0
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const pickedRows = rows.filter(({ orderNumber }) => picked.has(orderNumber))

  return (
    <Screen title={t('NAV.ORDERS')}>
      <Views />
      <div className={styles.tools}>
        <SearchField />
        <FilterButton />
      </div>
      {list.isError && <LoadError className={styles.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <LoadingRows />}
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
      {pickedRows.length > 0 && <BulkBar rows={pickedRows} onDone={() => setPicked(new Set<OrderRow['orderNumber']>())} />}
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

function SearchField() {
  const { t } = useTranslation()
  const { filters, setFilters } = useFilters()
  const [text, setText] = useState(filters.q ?? '')
  const term = useDebounced(text.trim(), 250)
  const input = useRef<HTMLInputElement>(null)
  const shown = filters.q ?? ''
  useEffect(() => {
    const wanted = term.length < 2 ? '' : term
    if (wanted !== shown) setFilters({ q: wanted })
    // Only what is typed changes the address.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [term])
  useKeys([{ keys: '/', text: 'ORDERS.SEARCH', run: () => input.current?.focus() }])
  return (
    <label className={styles.search}>
      <Search size={17} strokeWidth={1.5} aria-hidden="true" />
      <span className="visually-hidden">{t('ORDERS.SEARCH')}</span>
      <input
        ref={input}
        type="search"
        value={text}
        maxLength={100}
        placeholder={t('ORDERS.SEARCH_HINT')}
        onChange={({ target }) => setText(target.value)}
      />
    </label>
  )
}

function FilterButton() {
  const { t } = useTranslation()
  const { filters } = useFilters()
  const [isOpen, setOpen] = useState(false)
  const count = countFilters(filters)
  useKeys([{ keys: 'f', text: 'QUOTES.FILTERS', run: () => setOpen(true) }])
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        render={
          <Button aria-label={count === 0 ? t('QUOTES.FILTERS') : t('QUOTES.FILTERS_SET', { count })}>
            <ListFilter size={17} strokeWidth={1.5} aria-hidden="true" />
            <span className="wide-only">{t('QUOTES.FILTERS')}</span>
            {count > 0 && count}
          </Button>
        }
      />
      <Popover.Portal>
        <Popover.Positioner className={popups.positioner} align="end" sideOffset={4}>
          <Popover.Popup className={popups.popover}>
            <Popover.Title className="visually-hidden">{t('QUOTES.FILTERS')}</Popover.Title>
            <FilterForm onClose={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function LoadingRows() {
  return (
    <div className={styles.loading} aria-busy="true">
      {Array.from({ length: 8 }, (_, at) => (
        <Skeleton key={at} width="100%" height={36} />
      ))}
    </div>
  )
}
