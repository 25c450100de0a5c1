import { useTranslation } from 'react-i18next'
import { languageNames, languages } from '@shared/language'
import { Button } from '@desk/components/Button'
import { Field, Select } from '@desk/components/Field'
import type { TextKey } from '@desk/i18n/text-key'
import styles from './Customers.module.css'
import { sorts, useFilters, type Sort } from './filters'

const sortTexts = {
  '-contact': 'CUSTOMERS.SORT_CONTACT',
  name: 'CUSTOMERS.SORT_NAME',
  '-total': 'CUSTOMERS.SORT_TOTAL',
} as const satisfies Record<Sort, TextKey>

/** The filters of the table; each choice is at once in the address. */
export function FilterForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { filters, setFilters, sort, setSort, clear } = useFilters()
  return (
    <div className={styles.filters}>
      <Select
        label={t('QUOTES.SORT')}
        value={sort}
        onChange={({ target }) => setSort(sorts.find((name) => name === target.value) ?? sorts[0])}
      >
        {sorts.map((name) => (
          <option key={name} value={name}>
            {t(sortTexts[name])}
          </option>
        ))}
      </Select>
      <Select
        label={t('QUOTE.CUSTOMER_LANGUAGE')}
        value={filters.language ?? ''}
        onChange={({ target }) => setFilters({ language: target.value })}
      >
        <option value="">{t('QUOTES.ANY')}</option>
        {filters.language?.includes(',') === true && <option value={filters.language}>{t('ORDERS.SEVERAL')}</option>}
        {languages.map((name) => (
          <option key={name} value={name}>
            {languageNames[name]}
          </option>
        ))}
      </Select>
      <Select label={t('QUOTE.ACCOUNT')} value={filters.hasAccount ?? ''} onChange={({ target }) => setFilters({ hasAccount: target.value })}>
        <option value="">{t('QUOTES.ANY')}</option>
        <option value="true">{t('QUOTE.HAS_ACCOUNT')}</option>
        <option value="false">{t('QUOTE.NO_ACCOUNT')}</option>
      </Select>
      <div className={styles.pair}>
        <Field
          type="date"
          label={t('CUSTOMERS.FROM')}
          max={filters.to}
          value={filters.from ?? ''}
          onChange={({ target }) => setFilters({ from: target.value })}
        />
        <Field
          type="date"
          label={t('CUSTOMERS.TO')}
          min={filters.from}
          value={filters.to ?? ''}
          onChange={({ target }) => setFilters({ to: target.value })}
        />
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
