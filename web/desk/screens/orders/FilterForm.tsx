import { useTranslation } from 'react-i18next'
import { orderSources, orderStatuses, paymentStatuses } from '@desk/api/orders'
import { Button } from '@desk/components/Button'
import { Field, Select } from '@desk/components/Field'
import type { TextKey } from '@desk/i18n/text-key'
import { orderSourceTexts, orderStatusViews, paymentStatusViews } from '@desk/lib/orders'
import { useTeamNames } from '@desk/lib/team'
import { allStatuses, sorts, useFilters } from './filters'
import styles from './Orders.module.css'

const sortTexts = {
  '-date': 'QUOTES.SORT_NEWEST',
  date: 'QUOTES.SORT_OLDEST',
  delivery: 'ORDERS.SORT_DELIVERY',
  '-total': 'ORDERS.SORT_LARGEST',
  total: 'ORDERS.SORT_SMALLEST',
} as const satisfies Record<(typeof sorts)[number], TextKey>

/** The filters of the table; each choice is at once in the address. */
export function FilterForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { filters, setFilters } = useFilters()
  const team = useTeamNames()
  const clear = () =>
    setFilters({ status: '', payment: '', source: '', assignee: '', from: '', to: '', deliveryFrom: '', deliveryTo: '', hasDelivery: '', sort: '' })
  const date = (name: 'from' | 'to' | 'deliveryFrom' | 'deliveryTo', label: TextKey) => (
    <Field type="date" label={t(label)} value={filters[name] ?? ''} onChange={({ target }) => setFilters({ [name]: target.value })} />
  )
  return (
    <div className={styles.filters}>
      <Select
        label={t('QUOTES.SORT')}
        value={filters.sort ?? '-date'}
        onChange={({ target }) => setFilters({ sort: target.value === '-date' ? '' : target.value })}
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(sortTexts[sort])}
          </option>
        ))}
      </Select>
      <Select
        label={t('QUOTE.STATUS')}
        value={filters.status ?? allStatuses}
        onChange={({ target }) => setFilters({ status: target.value })}
      >
        <option value={allStatuses}>{t('QUOTES.ANY')}</option>
        {filters.status?.includes(',') === true && filters.status !== allStatuses && <option value={filters.status}>{t('ORDERS.SEVERAL')}</option>}
        {orderStatuses.map((status) => (
          <option key={status} value={status}>
            {t(orderStatusViews[status].text)}
          </option>
        ))}
      </Select>
      <Select label={t('ORDER.PAYMENT')} value={filters.payment ?? ''} onChange={({ target }) => setFilters({ payment: target.value })}>
        <option value="">{t('QUOTES.ANY')}</option>
        {filters.payment?.includes(',') === true && <option value={filters.payment}>{t('ORDERS.SEVERAL')}</option>}
        {paymentStatuses.map((status) => (
          <option key={status} value={status}>
            {t(paymentStatusViews[status].text)}
          </option>
        ))}
      </Select>
      <Select label={t('QUOTE.ASSIGNEE')} value={filters.assignee ?? ''} onChange={({ target }) => setFilters({ assignee: target.value })}>
        <option value="">{t('QUOTES.ALL')}</option>
        <option value="me">{t('ORDERS.MINE')}</option>
        <option value="none">{t('QUOTES.UNASSIGNED')}</option>
        {team.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select label={t('QUOTE.SOURCE')} value={filters.source ?? ''} onChange={({ target }) => setFilters({ source: target.value })}>
        <option value="">{t('QUOTES.ANY')}</option>
        {orderSources.map((source) => (
          <option key={source} value={source}>
            {t(orderSourceTexts[source])}
          </option>
        ))}
      </Select>
      <Select label={t('ORDER.DELIVERY')} value={filters.hasDelivery ?? ''} onChange={({ target }) => setFilters({ hasDelivery: target.value })}>
        <option value="">{t('QUOTES.ANY')}</option>
        <option value="true">{t('ORDERS.HAS_DAY')}</option>
        <option value="false">{t('ORDER.NO_DAY')}</option>
      </Select>
      <div className={styles.pair}>
        {date('from', 'ORDERS.FROM')}
        {date('to', 'ORDERS.TO')}
        {date('deliveryFrom', 'ORDERS.DELIVERY_FROM')}
        {date('deliveryTo', 'ORDERS.DELIVERY_TO')}
      </div>
      <p className={styles.filterActions}>
        <Button size="small" variant="plain" onClick={clear}>
          {t('QUOTES.CLEAR')}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('COMMON.CLOSE')}
        </Button>
      </p>
    </div>
  )
}
