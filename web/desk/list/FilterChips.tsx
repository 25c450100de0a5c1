import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { formatShortDay } from '@shared/dates'
import { useLanguage } from '@desk/i18n/language'
import { isDay } from '@desk/lib/day'
import type { Address } from './address'
import styles from './FilterChips.module.css'
import { filtersOf, type Filter, type List, type ListPath } from './list'
import { useDrawing } from './use-list'

interface FilterChipsProps<P extends ListPath> {
  list: List<P>
  address: Address
  /** Whether something else on the screen shows a filter. */
  isShown?: (name: string, value: string) => boolean
}

/** The set filters, each with a cross that ends it. */
export function FilterChips<P extends ListPath>({ list, address, isShown = () => false }: FilterChipsProps<P>) {
  const { t } = useTranslation()
  const language = useLanguage()
  const drawing = useDrawing()
  const { filters, setFilters, clear } = address
  const chip = (name: string, textOf: (value: string) => string, any = '') => {
    const value = filters[name] ?? ''
    return value === '' || value === any || isShown(name, value) ? [] : [{ name, text: textOf(value), any }]
  }
  const day = (value: string) => (isDay(value) ? formatShortDay(value, language) : value)
  const chipsOf = (filter: Filter) => {
    if (filter.kind === 'hidden') return chip(filter.name, () => t('QUOTES.FILTER_OTHER'))
    if (filter.kind === 'days')
      return [filter.from, filter.to].flatMap(({ name, label }) => chip(name, (value) => `${t(label)}: ${day(value)}`))
    const { name, label, any } = filter
    const options = new Map(filter.options(drawing).map(({ value, text }) => [value, text]))
    const words = (value: string) => value.split(',').map((word) => options.get(word) ?? word)
    return chip(name, (value) => `${t(label)}: ${words(value).join(', ')}`, any?.value)
  }
  const chips = filtersOf(list).flatMap(chipsOf)
  if (chips.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={t('QUOTES.FILTERS')}>
      {chips.map(({ name, text, any }) => (
        <li key={name} className={styles.chip}>
          <span className="cut">{text}</span>
          <button type="button" aria-label={t('QUOTES.FILTER_END', { filter: text })} onClick={() => setFilters({ [name]: any })}>
            <X size={16} strokeWidth={1.5} aria-hidden="true" />
          </button>
        </li>
      ))}
      <li>
        <Button size="small" variant="plain" onClick={clear}>
          {t('QUOTES.CLEAR')}
        </Button>
      </li>
    </ul>
  )
}
