import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { Select } from '@shared/components/Field'
import type { TextKey } from '@shared/text-key'
import { DayField } from '@desk/components/DayField'
import { isDay } from '@desk/lib/day'
import type { Address } from './address'
import styles from './FilterForm.module.css'
import { filtersOf, type Filter, type List, type ListPath } from './list'
import { useDrawing } from './use-list'

interface FieldsProps<P extends ListPath> {
  list: List<P>
  address: Address
}

/** The fields of a list's filters; each choice is at once in the address. */
function FilterFields<P extends ListPath>({ list, address }: FieldsProps<P>) {
  return filtersOf(list).map((filter) =>
    filter.kind === 'hidden' ? null : filter.kind === 'days' ? (
      <div key={filter.from.name} className={styles.pair}>
        <DaysFields filter={filter} address={address} />
      </div>
    ) : (
      <ChoiceField key={filter.name} filter={filter} address={address} />
    ),
  )
}

function ChoiceField({ filter, address: { filters, setFilters } }: { filter: Filter & { kind: 'choice' }; address: Address }) {
  const { t } = useTranslation()
  const options = filter.options(useDrawing())
  const anyValue = filter.any?.value ?? ''
  const value = filters[filter.name] ?? anyValue
  if (options.length === 0) return null
  return (
    <Select label={t(filter.label)} value={value} onChange={({ target }) => setFilters({ [filter.name]: target.value })}>
      <option value={anyValue}>{t(filter.any?.text ?? 'QUOTES.ANY')}</option>
      {value !== anyValue && value.includes(',') && <option value={value}>{t('ORDERS.SEVERAL')}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </Select>
  )
}

function DaysFields({ filter: { from, to }, address: { filters, setFilters } }: { filter: Filter & { kind: 'days' }; address: Address }) {
  const { t } = useTranslation()
  const field = ({ name, label }: { name: string; label: TextKey }, limits: { min?: string; max?: string }) => (
    <DayField
      label={t(label)}
      {...limits}
      hasWeekday={false}
      value={filters[name] ?? ''}
      onValue={(day) => {
        if (day === '' || isDay(day)) setFilters({ [name]: day })
      }}
    />
  )
  const [first, last] = [filters[from.name], filters[to.name]]
  return (
    <>
      {field(from, last === undefined ? {} : { max: last })}
      {field(to, first === undefined ? {} : { min: first })}
    </>
  )
}

/** The sort and the filters of a list. */
export function FilterForm<P extends ListPath>({ list, address, onClose }: FieldsProps<P> & { onClose: () => void }) {
  const { t } = useTranslation()
  const { sort, setFilters, clear } = address
  const sorts = Object.entries(list.sorts)
  return (
    <div className={styles.filters}>
      {sorts.length > 0 && (
        <Select label={t('QUOTES.SORT')} value={sort} onChange={({ target }) => setFilters({ sort: target.value })}>
          {sorts.map(([name, text]) => (
            <option key={name} value={name}>
              {t(text)}
            </option>
          ))}
        </Select>
      )}
      <FilterFields list={list} address={address} />
      <p className={styles.actions}>
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
