import { Search } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { orderStatusValues } from '@shared/api/schema'
import { ChoiceChip } from '@/components/lists/Chip'
import { IconButton } from '@shared/components/IconButton'
import { orderStatusKey } from '@/lib/order/order-status'
import { maxSearch, ordersPath, type OrdersView } from './orders-view'
import styles from './OrderFilters.module.css'

/** Filters by status, and a search by number or product. */
export function OrderFilters({ view }: { view: OrdersView }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [term, setTerm] = useState(view.search)
  const [searched, setSearched] = useState(view.search)
  // The back button and "show all" change the query string.
  if (searched !== view.search) {
    setSearched(view.search)
    setTerm(view.search)
  }

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    navigate(ordersPath({ ...view, page: 1, search: term.trim() }))
  }

  return (
    <div className={styles.filters}>
      <div role="group" aria-label={t('ACCOUNT.ORDERS.FILTER')} className={styles.chips}>
        {[null, ...orderStatusValues].map((status) => {
          const key = status === null ? 'ACCOUNT.ORDERS.ALL' : orderStatusKey(status)
          return (
            key !== undefined && (
              <ChoiceChip key={key} pressed={view.status === status} onPress={() => navigate(ordersPath({ ...view, page: 1, status }))}>
                {t(key)}
              </ChoiceChip>
            )
          )
        })}
      </div>
      <form role="search" className={styles.search} onSubmit={onSubmit}>
        <input
          type="search"
          className={styles.input}
          aria-label={t('ACCOUNT.ORDERS.SEARCH')}
          placeholder={t('ACCOUNT.ORDERS.SEARCH_HINT')}
          value={term}
          maxLength={maxSearch}
          onChange={(event) => setTerm(event.target.value)}
        />
        <IconButton type="submit" label={t('ACCOUNT.ORDERS.SEARCH')}>
          <Search size={20} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      </form>
    </div>
  )
}
