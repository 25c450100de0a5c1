import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { canChangePage, pageWindow } from '@/lib/pagination'
import styles from './Pager.module.css'

interface PagerProps {
  page: number
  totalPages: number
  onChange: (page: number) => void
  disabled?: boolean
}

/** Pagination with gaps; renders nothing for a single page. */
export function Pager({ page, totalPages, onChange, disabled = false }: PagerProps) {
  const { t } = useTranslation()
  if (totalPages <= 1) return null
  const go = (next: number) => {
    if (canChangePage(next, page, totalPages)) onChange(next)
  }
  return (
    <nav aria-label={t('COMMON.PAGES')}>
      <ul className={styles.list}>
        <li>
          <button
            type="button"
            className={styles.item}
            aria-label={t('COMMON.PREVIOUS_PAGE')}
            disabled={disabled || page <= 1}
            onClick={() => go(page - 1)}
          >
            <ArrowLeft size={20} strokeWidth={1.5} aria-hidden="true" />
          </button>
        </li>
        {pageWindow(page, totalPages).map((item, index) =>
          item === 'gap' ? (
            <li key={`gap ${String(index)}`} className={styles.item}>
              …
            </li>
          ) : (
            <li key={item}>
              <button
                type="button"
                className={styles.item}
                aria-label={t('COMMON.PAGE', { page: item })}
                aria-current={item === page ? 'page' : undefined}
                disabled={disabled}
                onClick={() => go(item)}
              >
                {item}
              </button>
            </li>
          ),
        )}
        <li>
          <button
            type="button"
            className={styles.item}
            aria-label={t('COMMON.NEXT_PAGE')}
            disabled={disabled || page >= totalPages}
            onClick={() => go(page + 1)}
          >
            <ArrowRight size={20} strokeWidth={1.5} aria-hidden="true" />
          </button>
        </li>
      </ul>
    </nav>
  )
}
