import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, LinkButton } from '@desk/components/Button'
import { FilterButton, ListTools, LoadingTable, NewsBar, SearchField } from '@desk/components/ListTools'
import { Empty, LoadError } from '@desk/components/Parts'
import { Screen } from '@desk/components/Screen'
import { forgetCustomerNews, useLive } from '@desk/lib/stream'
import styles from './Customers.module.css'
import { CustomerTable } from './CustomerTable'
import { FilterForm } from './FilterForm'
import { countFilters, useFilters } from './filters'
import { useCustomers } from './queries'

/** The table of customers: search, filters and sort in the address. */
export default function CustomersScreen() {
  const { t } = useTranslation()
  const { filters, setFilters, clear } = useFilters()
  const list = useCustomers(filters)
  const news = useLive((state) => state.customerNews.size)
  const rows = list.data?.pages.flatMap((page) => page.data) ?? []
  const total = list.data?.pages[0]?.totalRecords ?? 0
  const isFiltered = countFilters(filters) > 0 || filters.q !== undefined
  // A list that was just loaded has the news.
  useEffect(forgetCustomerNews, [list.dataUpdatedAt])

  return (
    <Screen title={t('NAV.CUSTOMERS')}>
      <ListTools>
        <SearchField
          label={t('CUSTOMERS.SEARCH')}
          hint={t('CUSTOMERS.SEARCH_HINT')}
          shown={filters.q ?? ''}
          onSearch={(q) => setFilters({ q })}
        />
        <FilterButton count={countFilters(filters)}>{(onClose) => <FilterForm onClose={onClose} />}</FilterButton>
      </ListTools>
      <NewsBar count={news} onShow={() => void list.refetch()} />
      {list.isError && <LoadError className={styles.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <LoadingTable />}
      {list.isSuccess &&
        rows.length === 0 &&
        (isFiltered ? (
          <Empty title={t('CUSTOMERS.NOTHING')}>
            <LinkButton onClick={clear}>{t('QUOTES.CLEAR')}</LinkButton>
          </Empty>
        ) : (
          <Empty title={t('CUSTOMERS.EMPTY')} text={t('CUSTOMERS.EMPTY_TEXT')} />
        ))}
      {rows.length > 0 && (
        <>
          <CustomerTable rows={rows} isOld={list.isPlaceholderData} />
          <footer className={styles.foot}>
            <span className="dim" role="status">
              {t('CUSTOMERS.SHOWN', { shown: rows.length, total: total > 10_000 ? '10 000+' : total })}
            </span>
            {list.hasNextPage && (
              <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {t('QUOTES.MORE')}
              </Button>
            )}
          </footer>
        </>
      )}
    </Screen>
  )
}
