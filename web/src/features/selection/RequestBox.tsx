import { useId, useState, type Ref, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '@shared/components/classes'
import { Button } from '@shared/components/Button'
import { totalQepik, type Qepik } from '@shared/price'
import type { Band } from '@shared/rules/price'
import { SignPrice } from '@/components/PriceBlock'
import { bandOfPieces, sumOfBands } from '@/lib/design/bands'
import { useInView } from '@/lib/view/use-in-view'
import styles from './RequestBox.module.css'
import { RequestForm } from './RequestForm'
import { readerOf, type DesignRow, type PieceRow, type ProductRow, type Refusals } from './use-pieces'

interface Sums {
  products: number
  /** Total of the products in standard sizes; null until all prices are known. */
  total: Qepik | null
  designs: number
  /** The bands of the designs together; null until all are known. */
  band: Band | null
  /** Products and designs by their quantities. */
  pieces: number
}

function sumsOf(rows: readonly PieceRow[]): Sums {
  const sold = rows.filter(({ isGone }) => !isGone)
  const products = sold.filter((row): row is ProductRow => row.kind === 'product')
  const designs = sold.filter((row): row is DesignRow => row.kind === 'design')
  const priced = products.flatMap(({ piece, product }) => (product === undefined ? [] : [{ ...product, quantity: piece.quantity }]))
  const bands = designs.flatMap(({ piece, band }) => (band === null ? [] : [bandOfPieces(band, piece.quantity)]))
  return {
    products: products.length,
    total: priced.length === products.length ? totalQepik(priced) : null,
    designs: designs.length,
    band: bands.length === designs.length ? sumOfBands(bands) : null,
    pieces: sold.reduce((sum, { piece }) => sum + piece.quantity, 0),
  }
}

/** `2 products, 1 design`. */
function useCount({ products, designs }: Sums): string {
  const { t } = useTranslation()
  return [
    ...(products > 0 || designs === 0 ? [t('SELECTION.PIECES', { count: products })] : []),
    ...(designs > 0 ? [t('SELECTION.DESIGNS', { count: designs })] : []),
  ].join(', ')
}

interface RequestBoxProps {
  ref: Ref<HTMLElement>
  rows: readonly PieceRow[]
  /** Number of the request that was sent for just these pieces. */
  sent: string | null
  onSent?: (number: string) => void
  /** Called with the designs that the service refused, and without any for a new attempt. */
  onRefused: (refusals: Refusals) => void
  /** The pieces are those of this browser. */
  isOwn?: boolean
}

/** The total of the products in standard sizes, the bands of the designs, and one request for all. */
export function RequestBox({ ref, rows, sent, onSent, onRefused, isOwn = false }: RequestBoxProps) {
  const { t } = useTranslation()
  const headingId = useId()
  const sums = sumsOf(rows)
  const count = useCount(sums)
  const reader = readerOf(rows)
  const [round, setRound] = useState(0)
  return (
    <aside ref={ref} className={styles.box} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.title}>
        {t('SELECTION.REQUEST')}
      </h2>
      <dl className={classes(styles.sums, 'figures')}>
        <dt>{count}</dt>
        <dd>{t('QUOTE.PIECES', { count: sums.pieces })}</dd>
        {(sums.products > 0 || sums.designs === 0) && (
          <>
            <dt>{t('SELECTION.SUM')}</dt>
            <dd>{sums.total === null ? '—' : <SignPrice amount={sums.total} />}</dd>
          </>
        )}
        {sums.designs > 0 && (
          <>
            <dt>{t('SELECTION.DESIGN_SUM')}</dt>
            <dd>{sums.band === null || reader === null ? '—' : <reader.BandRange band={sums.band} />}</dd>
          </>
        )}
      </dl>
      <p className={styles.differs}>{t('SELECTION.SUM_DIFFERS')}</p>
      {sent === null ? (
        <RequestForm
          key={round}
          rows={rows}
          onRefused={onRefused}
          onSent={(number) => {
            setRound(round + 1)
            onSent?.(number)
          }}
        />
      ) : (
        <div className={styles.sent}>
          <p className={styles.number}>{t('SELECTION.SENT', { number: sent })}</p>
          <p className="small second">{t('SELECTION.SENT_TEXT')}</p>
        </div>
      )}
      {isOwn && <p className={styles.kept}>{t('SELECTION.KEPT')}</p>}
    </aside>
  )
}

/** Count and button at the bottom of phones, until the form is in sight. */
export function RequestBar({ rows, insteadOf }: { rows: readonly PieceRow[]; insteadOf: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation()
  const inView = useInView(insteadOf, { initially: true })
  const sums = sumsOf(rows)
  const count = useCount(sums)
  if (inView) return null
  return (
    <div className="dock">
      <p className={classes(styles.count, 'figures')}>
        {count}
        <br />
        <b>{t('QUOTE.PIECES', { count: sums.pieces })}</b>
      </p>
      <Button
        variant="primary"
        onClick={() => {
          insteadOf.current?.scrollIntoView()
          insteadOf.current?.querySelector('input')?.focus({ preventScroll: true })
        }}
      >
        {t('QUOTE.TITLE')}
      </Button>
    </div>
  )
}
