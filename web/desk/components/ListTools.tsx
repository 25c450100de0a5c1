import { Popover } from '@base-ui/react/popover'
import { ListFilter, Search } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeys } from '@desk/lib/keys'
import { useDebounced } from '@shared/use-debounced'
import { Button } from '@shared/components/Button'
import styles from './ListTools.module.css'
import { Skeleton } from '@shared/components/Skeleton'
import popups from './Popups.module.css'

/** Shortest search text that the gateway takes. */
const shortestQuery = 2

/** The line with the search and the filters above a table. */
export function ListTools({ children }: { children: ReactNode }) {
  return <div className={styles.tools}>{children}</div>
}

interface SearchFieldProps {
  label: string
  hint: string
  /** The text of the address. */
  shown: string
  onSearch: (text: string) => void
}

/** Searches after a pause; `/` focuses it. */
export function SearchField({ label, hint, shown, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(shown)
  const term = useDebounced(text.trim(), 250)
  const input = useRef<HTMLInputElement>(null)
  const wanted = term.length < shortestQuery ? '' : term
  // Clearing the filters clears the field too.
  const [known, setKnown] = useState(shown)
  if (shown !== known) {
    setKnown(shown)
    if (shown === '' && wanted !== '') setText('')
  }
  useEffect(() => {
    if (wanted !== shown) onSearch(wanted)
    // Only typing changes the address.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [term])
  useKeys([{ keys: '/', text: 'NAV.SEARCH', run: () => input.current?.focus() }])
  return (
    <label className={styles.search}>
      <Search size={17} strokeWidth={1.5} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
      <input ref={input} type="search" value={text} maxLength={100} placeholder={hint} onChange={({ target }) => setText(target.value)} />
    </label>
  )
}

interface FilterButtonProps {
  /** How many filters are set. */
  count: number
  /** A sign without words or frame. */
  isPlain?: boolean
  /** The form; `onClose` closes it. */
  children: (onClose: () => void) => ReactNode
}

/** Opens the filters beside itself; `F` does too. */
export function FilterButton({ count, isPlain = false, children }: FilterButtonProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  useKeys([{ keys: 'f', text: 'QUOTES.FILTERS', run: () => setOpen(true) }])
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        render={
          <Button
            {...(isPlain && { variant: 'plain' as const, square: count === 0 })}
            aria-label={count === 0 ? t('QUOTES.FILTERS') : t('QUOTES.FILTERS_SET', { count })}
          >
            <ListFilter size={isPlain ? 18 : 17} strokeWidth={1.5} aria-hidden="true" />
            {!isPlain && <span className="wide-only">{t('QUOTES.FILTERS')}</span>}
            {count > 0 && count}
          </Button>
        }
      />
      <Popover.Portal>
        <Popover.Positioner className={popups.positioner} align="end" sideOffset={4}>
          <Popover.Popup className={popups.popover}>
            <Popover.Title className="visually-hidden">{t('QUOTES.FILTERS')}</Popover.Title>
            {children(() => setOpen(false))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Says how many records others changed, rather than moving rows under the pointer. */
export function NewsBar({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      {count > 0 && (
        <button type="button" className={styles.news} onClick={onShow}>
          {t('QUOTES.NEWS', { count })}
        </button>
      )}
    </div>
  )
}

/** Rows of the final size while a table loads. */
export function LoadingTable() {
  return (
    <div className={styles.loading} aria-busy="true">
      {Array.from({ length: 8 }, (_, at) => (
        <Skeleton key={at} width="100%" height={36} />
      ))}
    </div>
  )
}
