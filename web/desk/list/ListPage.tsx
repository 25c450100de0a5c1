import { useEffect, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { Button } from '@shared/components/Button'
import { LinkButton } from '@desk/components/Links'
import { FilterButton, ListTools, LoadingTable, NewsBar, SearchField } from '@desk/components/ListTools'
import { Loaded } from '@desk/components/Loaded'
import { EmptyState } from '@shared/components/EmptyState'
import { Note } from '@desk/components/Parts'
import { Screen } from '@desk/components/Screen'
import type { TextKey } from '@shared/text-key'
import { useMe } from '@desk/api/session'
import type { Permission } from '@desk/api/words'
import { useKeys } from '@desk/lib/keys'
import { useNow } from '@desk/lib/use-now'
import { usePhone } from '@desk/lib/use-phone'
import { useRowKeys } from '@desk/lib/use-row-keys'
import { countFilters, isSameView, type Address } from './address'
import { FilterChips } from './FilterChips'
import { FilterForm } from './FilterForm'
import type { Filters, List, ListPath, RowOf } from './list'
import styles from './ListPage.module.css'
import { ListTable } from './ListTable'
import { useColumns } from './columns'
import { ColumnsButton } from './ColumnsButton'
import { CsvButton } from './CsvButton'
import { SavedViews } from './SavedViews'
import { Tabs } from './Tabs'
import type { ViewScreen } from './saved-views'
import { useList } from './use-list'
import { useMarks } from './use-marks'
import { useKeptPlace } from './kept-place'

/** A set of filters above the table, with the name of its count. */
export interface View<Name extends string = string> {
  name: Name
  text: TextKey
  filters: Filters
}

interface PageOptions<P extends ListPath> extends List<P> {
  title: TextKey
  rowId: (row: RowOf<P>) => string
  /** Path of a record below `/desk`, which `Enter` opens. A cell links to it with `linkId`. */
  hrefOf?: (id: string) => string
  /** Search above the table; without it, the filters stand there themselves. */
  search?: { label: TextKey; hint: TextKey }
  /** How many rows are shown. */
  shown?: TextKey
  /** Message for the entries that are missing while a service does not answer. */
  missing?: TextKey
  /** Message for an empty list; `filtered` where filters are set. */
  empty: { title: TextKey; text?: TextKey; filtered?: TextKey }
  views?: { of: (now: Date) => readonly View[]; useCounts: () => Readonly<Record<string, unknown>> | undefined }
  /** Name of the list for saved views. */
  saved?: ViewScreen
  /** Permission to save the shown rows as a file, named as the list. */
  csv?: Permission
  /** Changes several rows at once. */
  bulk?: {
    all: TextKey
    one: TextKey
    key: TextKey
    /** Without it there are no boxes; absent for what everybody here may do. */
    permission?: Permission
    Bar: ComponentType<{ rows: readonly RowOf<P>[]; onDone: () => void }>
  }
  /** Tells that rows changed, rather than moving them. */
  news?: { useCount: () => number; forget: () => void }
  /** Below the bar. */
  Above?: ComponentType
  /** Beside the title; it gets the filters and the sort of the address. */
  Actions?: ComponentType<{ filters: Filters }>
}

/** Id of the element that links to a record, for the keys. */
export const linkId = (id: string) => `row-${id}`

/** Makes the screen of a list: a table with views, search and filters in the address, and what is done with several rows at once. */
export function listPage<P extends ListPath>(options: PageOptions<P>): ComponentType {
  const { title, columns, rowId, hrefOf, search, shown, missing: missingText, empty, views, news, saved, csv, Above, Actions } = options
  const isStill = news !== undefined
  return function ListPage() {
    const { t } = useTranslation()
    const [, navigate] = useLocation()
    const { permissions } = useMe()
    const { bulk: changes } = options
    const bulk = changes?.permission === undefined || permissions.includes(changes.permission) ? changes : undefined
    const marks = useMarks()
    const shownColumns = useColumns(options)
    const isPhone = usePhone()
    const list = useList(options, isStill ? { refetchOnWindowFocus: false, refetchOnReconnect: false } : {})
    const { filters, sort, setFilters, clear, query, rows, total, missing } = list
    const { dataUpdatedAt } = query
    useKeptPlace(rows.length > 0)
    // A list that was just loaded has the news.
    useEffect(() => news?.forget(), [dataUpdatedAt])
    const current = useRowKeys(hrefOf === undefined ? null : rows.map(rowId), linkId, (id) => hrefOf !== undefined && navigate(hrefOf(id)))
    useKeys(bulk === undefined ? [] : [{ keys: 'x', text: bulk.key, run: () => current !== null && marks.toggle(current) }])
    const marked = rows.filter((row) => marks.ids.has(rowId(row)))
    const isFiltered = countFilters(filters) > 0 || filters.q !== undefined

    return (
      <Screen
        title={t(title)}
        actions={
          <>
            {csv !== undefined && <CsvButton path={options.path} filters={filters} permission={csv} />}
            {Actions && <Actions filters={filters} />}
          </>
        }
      >
        {Above && <Above />}
        {views && <Views {...views} address={list} />}
        {saved !== undefined && <SavedViews screen={saved} list={options} address={list} columns={shownColumns} />}
        <ListTools>
          {search && (
            <SearchField label={t(search.label)} hint={t(search.hint)} shown={filters.q ?? ''} onSearch={(q) => setFilters({ q })} />
          )}
          <FilterButton count={countFilters(filters)}>
            {(onClose) => <FilterForm list={options} address={list} onClose={onClose} />}
          </FilterButton>
          <ColumnsButton {...shownColumns} />
        </ListTools>
        <Chips list={options} address={list} views={views?.of} />
        {news && <News {...news} onShow={() => void query.refetch()} />}
        {missing.length > 0 && (
          <Note tone="amber" role="status" className={styles.note}>
            <p>{missingText === undefined ? t('ACTIVITY.MISSING', { services: missing.join(', ') }) : t(missingText)}</p>
            <p>
              <Button size="small" onClick={() => void query.refetch()}>
                {t('COMMON.RETRY')}
              </Button>
            </p>
          </Note>
        )}
        <Loaded query={query} loading={<LoadingTable />} className={styles.note}>
          {(_, notice) => (
            <>
              {notice}
              {rows.length === 0 ? (
                <Nothing {...empty} onClear={isFiltered ? clear : undefined} />
              ) : (
                <>
                  <ListTable
                    caption={t(title)}
                    columns={isPhone ? columns : columns.filter(({ id }) => !shownColumns.hidden.has(id))}
                    rows={rows}
                    rowId={rowId}
                    marking={bulk && { ...marks, all: bulk.all, one: (number) => t(bulk.one, { number }) }}
                    current={current}
                    sort={sort}
                    onSort={(name) => setFilters({ sort: name })}
                    isOld={query.isPlaceholderData}
                  />
                  <footer className={styles.foot}>
                    {shown !== undefined && (
                      <span className="dim" role="status">
                        {t(shown, { shown: rows.length, total: total > 10_000 ? '10 000+' : total })}
                      </span>
                    )}
                    {query.hasNextPage && (
                      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                        {t('QUOTES.MORE')}
                      </Button>
                    )}
                  </footer>
                </>
              )}
            </>
          )}
        </Loaded>
        {bulk !== undefined && marked.length > 0 && <bulk.Bar rows={marked} onDone={marks.end} />}
      </Screen>
    )
  }
}

function Nothing({
  title,
  text,
  filtered,
  onClear,
}: {
  title: TextKey
  text?: TextKey
  filtered?: TextKey
  onClear: (() => void) | undefined
}): ReactNode {
  const { t } = useTranslation()
  if (filtered === undefined || onClear === undefined) return <EmptyState title={t(title)} {...(text !== undefined && { text: t(text) })} />
  return (
    <EmptyState title={t(filtered)}>
      <LinkButton onClick={onClear}>{t('QUOTES.CLEAR')}</LinkButton>
    </EmptyState>
  )
}

function News({ useCount, onShow }: { useCount: () => number; onShow: () => void }) {
  return <NewsBar count={useCount()} onShow={onShow} />
}

interface ChipsProps<P extends ListPath> {
  list: List<P>
  address: Address
  views: ((now: Date) => readonly View[]) | undefined
}

/** The chips of the filters that the pressed view does not have. */
function Chips<P extends ListPath>({ list, address, views }: ChipsProps<P>) {
  const now = useNow()
  const view = views?.(now).find(({ filters }) => isSameView(address.filters, filters))
  return <FilterChips list={list} address={address} isShown={() => view !== undefined} />
}

interface ViewsProps {
  of: (now: Date) => readonly View[]
  useCounts: () => Readonly<Record<string, unknown>> | undefined
  address: Address
}

function Views({ of, useCounts, address: { filters, showView } }: ViewsProps) {
  const { t } = useTranslation()
  const counts = useCounts()
  const all = of(useNow())
  return (
    <Tabs
      label={t('ORDERS.VIEWS')}
      tabs={all.map(({ name, text }) => ({ name, text: t(text), count: counts === undefined ? undefined : Number(counts[name]) }))}
      current={all.find((view) => isSameView(filters, view.filters))?.name}
      onPick={(name) => showView(all.find((view) => view.name === name)?.filters ?? {})}
    />
  )
}
