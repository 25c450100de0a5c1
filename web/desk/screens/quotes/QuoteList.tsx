import { ListChecks, Plus, Search, X } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QuoteCounts, QuoteRow } from '@desk/api/records'
import { useMay } from '@desk/api/session'
import type { Due } from '@desk/api/words'
import { Button } from '@shared/components/Button'
import { IconButton } from '@shared/components/IconButton'
import { LinkButton } from '@desk/components/Links'
import { FilterButton, NewsBar } from '@desk/components/ListTools'
import { Loaded } from '@desk/components/Loaded'
import { EmptyState } from '@shared/components/EmptyState'
import { Skeleton } from '@shared/components/Skeleton'
import { Lozenge } from '@shared/components/Status'
import { Segment } from '@desk/components/Parts'
import { countFilters, type Address } from '@desk/list/address'
import { FilterChips } from '@desk/list/FilterChips'
import { FilterForm } from '@desk/list/FilterForm'
import { CsvButton } from '@desk/list/CsvButton'
import { SavedViews } from '@desk/list/SavedViews'
import { useCoveredPlace } from '@desk/list/kept-place'
import type { Filters } from '@desk/list/list'
import type { useList } from '@desk/list/use-list'
import { maxMarked, type Marks } from '@desk/list/use-marks'
import { useKeys } from '@desk/lib/keys'
import { useMatches } from '@desk/lib/use-matches'
import { single } from '@shared/media'
import { forgetQuoteNews, useLive } from '@desk/lib/stream'
import { dueTexts } from '@desk/lib/texts'
import { useDebounced } from '@shared/use-debounced'
import { quoteList } from './list'
import { useCounts } from './queries'
import { QuoteItem } from './QuoteItem'
import styles from './Quotes.module.css'

interface QuoteListProps {
  list: ReturnType<typeof useList<'/desk/quotes'>>
  openNumber: string | undefined
  pathOf: (number: string) => string
  onAdd: () => void
  marks: Marks
  /** Marks all quotes of the filters. */
  onMarkAll: () => void
}

export function QuoteList({ list, openNumber, pathOf, onAdd, marks, onMarkAll }: QuoteListProps) {
  const { t } = useTranslation()
  const { filters, setFilters, query, rows } = list
  const mayCreate = useMay('quotes.create')
  const scroll = useRef<HTMLDivElement>(null)
  const isSingle = useMatches(single)
  useCoveredPlace(scroll, isSingle && openNumber !== undefined)
  const [isSearching, setSearching] = useState(filters.q !== undefined)
  const news = useLive((state) => state.quoteNews.size)
  const counts = useCounts({ ...filters, assignee: '' })
  useKeys([{ keys: '/', text: 'QUOTES.SEARCH', run: () => setSearching(true) }])

  const number = (value: number | undefined) => (value === undefined ? '' : ` ${value}`)
  return (
    <section className={styles.list} aria-label={t('NAV.QUOTES')}>
      <header className={styles.listBar}>
        <h1>{t('NAV.QUOTES')}</h1>
        <span className="push" />
        <IconButton label={t('QUOTES.SEARCH')} aria-expanded={isSearching} onClick={() => setSearching(!isSearching)}>
          <Search size={18} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
        <FilterButton isPlain count={countFilters(filters, ['assignee'])}>
          {(onClose) => <FilterForm list={quoteList} address={list} onClose={onClose} />}
        </FilterButton>
        <CsvButton path={quoteList.path} filters={filters} permission="quotes.create" isPlain />
        <IconButton label={t('QUOTES.MARKING')} aria-pressed={marks.isMarking} onClick={marks.isMarking ? marks.end : marks.begin}>
          <ListChecks size={18} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
        {mayCreate && (
          <IconButton label={t('QUOTES.ADD')} onClick={onAdd}>
            <Plus size={18} strokeWidth={1.5} aria-hidden="true" />
          </IconButton>
        )}
      </header>
      {isSearching && (
        <SearchLine
          address={list}
          onClose={() => {
            setSearching(false)
            setFilters({ q: '' })
          }}
        />
      )}
      <div className={styles.pick}>
        <Segment
          label={t('QUOTES.WHOSE')}
          value={filters.assignee === 'me' ? 'me' : filters.assignee === 'none' ? 'none' : 'all'}
          options={[
            { value: 'me', text: t('QUOTES.MINE') + number(counts.data?.mine) },
            { value: 'none', text: t('QUOTES.UNASSIGNED') + number(counts.data?.unassigned) },
            { value: 'all', text: t('QUOTES.ALL') + number(counts.data?.open) },
          ]}
          onPick={(assignee) => setFilters({ assignee: assignee === 'all' ? '' : assignee })}
        />
      </div>
      <SavedViews screen="quotes" list={quoteList} address={list} isNarrow />
      <FilterChips list={quoteList} address={list} isShown={(name, value) => name === 'assignee' && (value === 'me' || value === 'none')} />
      {marks.isMarking && rows.length > 0 && (
        <label className={styles.all}>
          <input type="checkbox" checked={rows.every(({ number }) => marks.ids.has(number))} onChange={onMarkAll} />
          {t('QUOTES.MARK_ALL', { count: Math.min(list.total, maxMarked) })}
        </label>
      )}
      <NewsBar
        count={news}
        onShow={() => {
          forgetQuoteNews()
          void query.refetch()
        }}
      />
      <div ref={scroll} className={styles.scroll} aria-busy={query.isPlaceholderData || undefined}>
        <Loaded query={query} loading={<LoadingRows />} className={styles.error}>
          {(_, notice) => (
            <>
              {notice}
              {rows.length === 0 ? (
                <NothingFound isFiltered={countFilters(filters) > 0 || filters.q !== undefined} onClear={list.clear} />
              ) : (
                <Rows rows={rows} filters={filters} openNumber={openNumber} pathOf={pathOf} marks={marks} />
              )}
              {query.hasNextPage && (
                <NextPage key={rows.length} isLoading={query.isFetchingNextPage} onReach={() => void query.fetchNextPage()} />
              )}
            </>
          )}
        </Loaded>
      </div>
    </section>
  )
}

interface RowsProps {
  rows: readonly QuoteRow[]
  filters: Filters
  openNumber: string | undefined
  pathOf: (number: string) => string
  marks: Marks
}

function Rows({ rows, filters, openNumber, pathOf, marks }: RowsProps) {
  const { t } = useTranslation()
  const counts = useCounts(filters)
  const isGrouped = filters.sort === undefined
  return (
    <ol>
      {rows.map((row, at) => (
        <Fragment key={row.number}>
          {isGrouped && row.due !== rows[at - 1]?.due && (
            <li className={styles.group} data-late={isUrgent(row.due) || undefined}>
              {isUrgent(row.due) && <Lozenge />}
              <b>{t(dueTexts[row.due])}</b>
              <span className={styles.groupCount}>{countOf(counts.data, row.due)}</span>
            </li>
          )}
          <QuoteItem
            quote={row}
            href={pathOf(row.number)}
            isOpen={row.number === openNumber}
            marked={marks.isMarking ? marks.ids.has(row.number) : null}
            onMark={(isRange) => marks.toggle(row.number, isRange ? rows.map(({ number }) => number) : undefined)}
          />
        </Fragment>
      ))}
    </ol>
  )
}

const isUrgent = (due: Due) => due === 'toOrder' || due === 'changeWanted' || due === 'overdue'

const countOf = (counts: QuoteCounts | undefined, due: Due) => (due === 'done' ? undefined : counts?.[due])

function SearchLine({ address: { filters, setFilters }, onClose }: { address: Address; onClose: () => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(filters.q ?? '')
  const settled = useDebounced(typed.trim(), 250)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    if (settled.length !== 1 && settled !== (filters.q ?? '')) setFilters({ q: settled })
    // Only typing changes the address; the address does not change what is typed.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [settled])
  return (
    <div className={styles.search} role="search">
      <input
        ref={input}
        type="search"
        value={typed}
        aria-label={t('QUOTES.SEARCH')}
        placeholder={t('QUOTES.SEARCH_HINT')}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
        }}
      />
      <IconButton size="small" label={t('COMMON.CLOSE')} onClick={onClose}>
        <X size={16} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

function NothingFound({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation()
  if (!isFiltered) return <EmptyState title={t('QUOTES.EMPTY')} text={t('QUOTES.EMPTY_TEXT')} />
  return (
    <EmptyState title={t('QUOTES.NOTHING')}>
      <LinkButton onClick={onClear}>{t('QUOTES.CLEAR')}</LinkButton>
    </EmptyState>
  )
}

/** Loads the next page when it comes into view; a button where the browser cannot tell. */
function NextPage({ isLoading, onReach }: { isLoading: boolean; onReach: () => void }) {
  const { t } = useTranslation()
  const end = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (end.current === null) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) onReach()
    })
    observer.observe(end.current)
    return () => observer.disconnect()
    // A new page mounts this anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return (
    <p ref={end} className={styles.next}>
      <Button size="small" busy={isLoading} onClick={onReach}>
        {t('QUOTES.MORE')}
      </Button>
    </p>
  )
}

function LoadingRows() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: 8 }, (_, at) => (
        <div key={at} className={styles.item}>
          <Skeleton width="44px" height={55} />
          <span className={styles.lines}>
            <Skeleton width={`${String(40 + ((at * 13) % 35))}%`} />
            <Skeleton width={`${String(60 + ((at * 7) % 30))}%`} />
            <Skeleton width="32%" />
          </span>
        </div>
      ))}
    </div>
  )
}
