import { History } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { classes } from '@shared/components/classes'
import { tintedStatusClass, Lozenge } from '@shared/components/Status'
import type { PriceBookRow } from '@desk/api/price-books'
import { BackLink } from '@desk/components/RecordPage'
import { Block } from '@desk/components/Parts'
import screen from '@desk/components/Screen.module.css'
import { useTitle } from '@desk/lib/use-title'
import { groups } from './cells'
import { CostTable } from './CostTable'
import { General } from './General'
import styles from './PriceBook.module.css'
import { bookStateViews } from './texts'
import { VersionsDialog } from './VersionsDialog'
import type { BookView } from './view'

interface FrameProps {
  row: PriceBookRow
  rows: readonly PriceBookRow[]
  view: BookView
  /** In the bar, before and after the way to the other versions. */
  bar?: ReactNode
  actions?: ReactNode
  /** Below the bar's buttons. */
  faults?: ReactNode
  /** Below the bar, over the whole width. */
  above?: ReactNode
  /** Beside the head of the costs. */
  tools: ReactNode
  side: ReactNode
  sideLabel: string
  dock?: ReactNode
}

/** A price book: its cells, and what stands beside them. */
export function Frame({ row, rows, view, bar, actions, faults, above, tools, side, sideLabel, dock }: FrameProps) {
  const { t } = useTranslation()
  const [isListed, setListed] = useState(false)
  useTitle(t('PRICE_BOOK.TITLE'))
  const { text, tone, isFilled } = bookStateViews[row.state]
  const number = t('PRICE_BOOK.ORDINAL', { count: row.version, ordinal: true })
  const status = (
    <>
      <Lozenge isFilled={isFilled} />
      {t('PRICE_BOOK.STATE', { state: t(text), number })}
    </>
  )
  return (
    <section aria-label={t('PRICE_BOOK.TITLE')} data-covers-tabs={dock !== undefined || undefined} className={styles.screen}>
      <header className={classes(screen.bar, styles.bar)}>
        <BackLink href="/" />
        <h1>{t('PRICE_BOOK.TITLE')}</h1>
        <span className={`${tintedStatusClass(tone)} wide-only`}>{status}</span>
        <div className={styles.actions}>
          {bar}
          <Button aria-label={t('PRICE_BOOK.VERSIONS')} onClick={() => setListed(true)}>
            <History size={17} strokeWidth={1.5} aria-hidden="true" />
            <span className="wide-only">{t('PRICE_BOOK.VERSIONS')}</span>
          </Button>
          {actions}
        </div>
        {faults}
      </header>
      {above}
      <div className={styles.split}>
        <div className={styles.left}>
          <p className={classes(styles.state, 'phone-only')}>
            <span className={tintedStatusClass(tone)}>{status}</span>
          </p>
          <General view={view} />
          <Block title={t('PRICE_BOOK.COSTS')} aside={tools}>
            {groups.map((group) => (
              <CostTable key={group.costs[0]} group={group} view={view} />
            ))}
          </Block>
        </div>
        <aside className={styles.right} aria-label={sideLabel}>
          {side}
        </aside>
      </div>
      {dock !== undefined && <div className={classes(screen.dock, styles.dock, 'phone-only')}>{dock}</div>}
      {isListed && <VersionsDialog rows={rows} shown={row.version} onClose={() => setListed(false)} />}
    </section>
  )
}
