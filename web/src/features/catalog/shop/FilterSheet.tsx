import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from '@shared/query/use-query'
import { Button } from '@shared/components/Button'
import { Modal } from '@/components/dialogs/Modal'
import { useBackCloses } from '@/lib/use-back-closes'
import { useDebounced } from '@shared/use-debounced'
import { keepNicheWidth } from '@/stores/niche'
import { nicheOf } from '@/lib/niche/own-width'
import { productsQuery, typedWidth, type ProductFilter } from '../queries'
import { emptyingGroup } from './active-filters'
import Filters from './Filters'
import styles from './FilterSheet.module.css'
import { hasOtherSizes } from './other-size'
import type { ShopChange } from './shop-query'
import { SortGroup } from './SortGroup'
import { withoutFilters } from './without-filters'

interface FilterSheetProps {
  filter: ProductFilter
  /** Applies the filters, in place of the history entry of the sheet. */
  onApply: (filter: ShopChange) => void
  onClose: () => void
}

/** Time from the last change until its products are counted, in milliseconds. */
const countDelayMs = 300

/** The filters in a bottom sheet. Its changes are thrown away unless they are applied. */
export default function FilterSheet({ filter, onApply, onClose }: FilterSheetProps) {
  const { t } = useTranslation()
  const close = useBackCloses(onClose)
  const [draft, setDraft] = useState({ ...filter, page: 1 })
  const counted = useDebounced(draft, countDelayMs)
  // The list asks for the same, so that it has its products when they are shown.
  const { data, error, isPlaceholderData } = useQuery(productsQuery(counted))
  const content = useRef<HTMLDivElement>(null)
  // The button names no number that belongs to the filters before.
  const behind = counted !== draft || isPlaceholderData
  const total = behind ? undefined : data?.totalRecords
  const width = typedWidth(counted)
  const isMade = total === 0 && width !== null && hasOtherSizes(counted.categoryId)
  const emptying = total === 0 && !isMade && data?.facets ? emptyingGroup(t, counted, data.facets) : null

  const change = (next: ShopChange) => setDraft((current) => ({ ...current, ...next }))
  const apply = () => {
    const invalid = content.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (!invalid) {
      const niche = nicheOf(draft)
      if (niche !== null && niche !== nicheOf(filter)) keepNicheWidth(niche)
      onApply(draft)
      return
    }
    // The exact widths are a group within one.
    for (let group = invalid.closest('details'); group != null; group = group.parentElement?.closest('details') ?? null) group.open = true
    invalid.focus()
  }

  return (
    <Modal
      open
      title={t('SHOP.FILTERS')}
      titleExtra={
        <button
          type="button"
          className={`text-button ${styles.clear ?? ''}`}
          onClick={() => change({ ...withoutFilters, categoryId: null })}
        >
          {t('SHOP.SHEET_CLEAR')}
        </button>
      }
      className={styles.sheet}
      footer={
        <>
          <p className={styles.emptying} role="status">
            {emptying !== null && t('SHOP.EMPTIED_BY', { filter: emptying })}
          </p>
          <Button variant="primary" wide disabled={total === 0 && !isMade} onClick={apply}>
            {total === undefined
              ? t('SHOP.SHOW_ANY')
              : isMade
                ? t('SHOP.MADE_WIDTH', { width })
                : total === 0
                  ? t('SHOP.SHOW_NONE')
                  : t('SHOP.SHOW', { count: total })}
          </Button>
        </>
      }
      onClose={close}
    >
      <div ref={content} className={styles.groups}>
        <SortGroup sort={draft.sort} onChange={change} />
        <Filters filter={draft} facets={error === null ? data && (data.facets ?? null) : null} onChange={change} sheet />
      </div>
    </Modal>
  )
}
