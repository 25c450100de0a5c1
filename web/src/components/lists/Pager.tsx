import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { canChangePage, pageWindow } from './page-window'
import styles from './Pager.module.css'

interface PagerProps {
  page: number
  totalPages: number
  /** Returns the address of a page. */
  href: (page: number) => string
  /** Called in place of following the link. */
  onChange: (page: number) => void
  disabled?: boolean
}

/** Pagination by links, with gaps; renders nothing for a single page. */
export default function Pager({ page, totalPages, href, onChange, disabled = false }: PagerProps) {
  const { t } = useTranslation()
  if (totalPages <= 1) return null
  const link = (target: number, label: string, content: ReactNode) =>
    target < 1 || target > totalPages ? (
      <button type="button" className={styles.item} aria-label={label} disabled>
        {content}
      </button>
    ) : (
      <Link
        href={href(target)}
        className={styles.item}
        aria-label={label}
        aria-current={target === page ? 'page' : undefined}
        aria-disabled={disabled || undefined}
        onClick={(event) => {
          event.preventDefault()
          if (!disabled && canChangePage(target, page, totalPages)) onChange(target)
        }}
      >
        {content}
      </Link>
    )
  const arrow = { size: 20, strokeWidth: 1.5, 'aria-hidden': true } as const
  return (
    <nav aria-label={t('COMMON.PAGES')}>
      <ul className={styles.list}>
        <li>{link(page - 1, t('COMMON.PREVIOUS_PAGE'), <ArrowLeft {...arrow} />)}</li>
        {pageWindow(page, totalPages).map((item, index) =>
          item === 'gap' ? (
            <li key={`gap ${String(index)}`} className={styles.item}>
              …
            </li>
          ) : (
            <li key={item}>{link(item, t('COMMON.PAGE', { page: item }), item)}</li>
          ),
        )}
        <li>{link(page + 1, t('COMMON.NEXT_PAGE'), <ArrowRight {...arrow} />)}</li>
      </ul>
    </nav>
  )
}
