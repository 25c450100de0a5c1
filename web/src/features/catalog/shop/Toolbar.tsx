import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { Columns } from '@/components/ProductGrid'
import { shownRange } from '@/lib/catalog/pagination'
import { shopPageSize, type ProductFilter } from '../queries'
import type { ShopChange } from './shop-query'
import { SortSelect } from './SortSelect'
import styles from './Toolbar.module.css'

interface ToolbarProps {
  filter: ProductFilter
  columns: Columns
  /** `undefined` while the list loads. */
  total: number | undefined
  onPage: number
  onChange: (change: ShopChange) => void
  /** The focusable line that describes the list. */
  line?: Ref<HTMLParagraphElement>
  /** Button shown on phones. */
  button: ReactNode
  /** Rendered in a row of its own. */
  children?: ReactNode
}

const views: readonly Columns[] = [4, 3, 2]

/** Number of products, sort order, columns and chosen filters, in a bar that stays in view. */
export function Toolbar({ filter, columns, total, onPage, onChange, line, button, children }: ToolbarProps) {
  const { t } = useTranslation()
  const { from, to } = shownRange(filter.page, shopPageSize, onPage)
  return (
    <div className={styles.bar}>
      <div className={styles.toolbar}>
        <p ref={line} className={styles.shown} tabIndex={-1}>
          {total === 0 ? t('SHOP.RESULTS', { count: 0 }) : total !== undefined && t('SHOP.SHOWING', { from, to, total })}
        </p>
        <div className={styles.sort}>
          <SortSelect sort={filter.sort} onChange={onChange} />
        </div>
        <div className={styles.views} role="group" aria-label={t('SHOP.VIEW')}>
          {views.map((count) => (
            <button
              key={count}
              type="button"
              className={styles.view}
              aria-label={t('SHOP.VIEW_COLUMNS', { count })}
              aria-pressed={columns === count}
              onClick={() => onChange({ columns: count })}
            >
              <ColumnsIcon count={count} />
            </button>
          ))}
        </div>
        {button}
      </div>
      {children}
    </div>
  )
}

/** One bar per column; the icon set has no icon for four. */
function ColumnsIcon({ count }: { count: Columns }) {
  const width = 20 / count - 2
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
      {Array.from({ length: count }, (_, index) => (
        <rect key={index} x={2 + index * (width + 2) + 1} y="4" width={width} height="16" />
      ))}
    </svg>
  )
}
