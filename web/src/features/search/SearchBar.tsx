import { LayoutGrid, Search, X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { IconButton } from '@shared/components/IconButton'
import { Picture } from '@/components/Picture'
import { CodePrice } from '@/components/PriceBlock'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import { unitPrice } from '@shared/price'
import { useQuery } from '@shared/query/use-query'
import { searchPath } from '@/lib/search-path'
import { useDebounced } from '@shared/use-debounced'
import { useDismiss } from '@/lib/use-dismiss'
import { suggestQuery } from './queries'
import styles from './SearchBar.module.css'
import { suggestionsOf, type Suggestion } from './suggestions'

const focusDelayMs = 300
const debounceMs = 200

/** The search field in place of the navigation, with suggestions. */
export default function SearchBar({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [term, setTerm] = useState('')
  const [active, setActive] = useState(-1)
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const trimmed = term.trim()
  const { data } = useQuery(suggestQuery(useDebounced(trimmed, debounceMs)))
  const suggestions = trimmed.length < 2 || data === undefined ? [] : suggestionsOf(data)
  const isClosest = trimmed.length >= 2 && data?.products[0]?.isClosest === true

  useDismiss(form, true, onClose)
  useEffect(() => {
    const timer = setTimeout(() => input.current?.focus(), focusDelayMs)
    return () => clearTimeout(timer)
  }, [])

  const go = (path: string) => {
    navigate(path)
    onClose()
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const suggestion = suggestions[active]
    const path = suggestion === undefined ? searchPath(term) : suggestion.path
    if (path !== null) go(path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (suggestions.length === 0 || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    // One more position than suggestions, for the typed text.
    const positions = suggestions.length + 1
    const by = event.key === 'ArrowDown' ? 1 : -1
    setActive(((active + 1 + by + positions) % positions) - 1)
  }

  return (
    <form role="search" className={styles.form} ref={form} onSubmit={onSubmit}>
      <Search size={24} strokeWidth={1.5} aria-hidden="true" />
      <input
        ref={input}
        className={styles.input}
        role="combobox"
        aria-label={t('SEARCH.LABEL')}
        aria-expanded={suggestions.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={active === -1 ? undefined : `${id}-${String(active)}`}
        autoComplete="off"
        maxLength={100}
        placeholder={t('SEARCH.PLACEHOLDER')}
        value={term}
        onChange={(event) => {
          setTerm(event.target.value)
          setActive(-1)
        }}
        onKeyDown={onKeyDown}
      />
      <IconButton type="button" label={t('SEARCH.CLOSE')} onClick={onClose}>
        <X size={24} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      <p className="visually-hidden" role="status">
        {suggestions.length > 0 && t('SEARCH.SUGGESTION_COUNT', { count: suggestions.length })}
      </p>
      <div id={id} role="listbox" aria-label={t('SEARCH.SUGGESTIONS')} className={styles.panel}>
        {isClosest && (
          <p className={styles.closest} role="presentation">
            {t('SEARCH.CLOSEST_SUGGESTIONS')}
          </p>
        )}
        {suggestions.map((suggestion, index) => (
          // The combobox handles the keys; options are clicked only with a pointer.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={suggestion.path}
            id={`${id}-${String(index)}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.option}
            onClick={() => go(suggestion.path)}
          >
            <Option suggestion={suggestion} />
          </div>
        ))}
      </div>
    </form>
  )
}

/** A suggestion with its picture, its name, and what it is or costs. */
function Option({ suggestion }: { suggestion: Suggestion }) {
  const { t } = useTranslation()
  const language = useLanguage()
  switch (suggestion.kind) {
    case 'product':
      return (
        <>
          <Picture className={styles.picture} src={suggestion.of.imageUrl} alt="" width={48} height={48} sizes="48px" />
          <span className={styles.name}>{localized(suggestion.of, 'name', language)}</span>
          <CodePrice amount={unitPrice(suggestion.of).payable} />
        </>
      )
    case 'category':
      return (
        <>
          <span className={styles.icon}>
            <LayoutGrid size={24} strokeWidth={1.5} aria-hidden="true" />
          </span>
          <span className={styles.name}>{localized(suggestion.of, 'name', language)}</span>
          <span className="small second">{t('SEARCH.IN_CATEGORY', { count: suggestion.of.count })}</span>
        </>
      )
    case 'project':
      return (
        <>
          <Picture className={styles.picture} src={suggestion.of.imageUrl} alt="" width={48} height={48} sizes="48px" />
          <span className={styles.name}>{localized(suggestion.of, 'title', language)}</span>
          <span className="small second">{t('SEARCH.PROJECT')}</span>
        </>
      )
  }
}
