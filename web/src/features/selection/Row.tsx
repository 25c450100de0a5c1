import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { classes } from '@shared/components/classes'
import { PieceOutline } from '@shared/components/PieceOutline'
import { formatMeasures, formatSides, isSameSize } from '@shared/measures'
import { pieceMeasures } from '@shared/niche'
import { paletteColours } from '@shared/palette/palette'
import { unitPrice } from '@shared/price'
import { SignPrice } from '@/components/PriceBlock'
import { PiecePicture } from '@/components/quote/PiecePicture'
import { useLanguage } from '@/lib/i18n/setup'
import { localized } from '@/lib/localized'
import type { ProductPiece } from '@/lib/quote/pieces'
import { frontOf, sizesOf } from '@/lib/quote/sizes'
import { DesignedRow } from './DesignedRow'
import styles from './Row.module.css'
import { RowFrame, type RowControls } from './RowFrame'
import type { PieceRow, ProductRow } from './use-pieces'

interface RowProps extends RowControls {
  row: PieceRow
}

/** A piece with its picture, its drawing, its words and its price. */
export function Row({ row, ...controls }: RowProps) {
  return row.kind === 'design' ? <DesignedRow row={row} {...controls} /> : <SoldRow row={row} {...controls} />
}

/** A product with its standard price. */
function SoldRow({ row: { piece, product, isGone }, ...controls }: RowControls & { row: ProductRow }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const own = product === undefined ? null : sizesOf(product).own
  const drawn = piece.measures === null ? own : pieceMeasures(piece.measures, piece.measuresOf)
  const niche = piece.measuresOf === 'niche' ? piece.measures : null
  const front = product === undefined ? null : frontOf(product)
  // Keeps its place while the product loads.
  const isDrawn = front !== null || (product === undefined && !isGone)
  const [colour] = piece.color === null ? [] : paletteColours([piece.color])
  const name = product === undefined ? '—' : localized(product, 'name', language)
  return (
    <RowFrame
      {...controls}
      piece={piece}
      picture={<PiecePicture className={styles.picture} product={product} color={piece.color} width={104} height={130} sizes="104px" />}
      drawing={
        isDrawn && (
          <div className={styles.drawing}>
            {drawn !== null && front !== null && (
              <PieceOutline measures={drawn} niche={niche} front={front} standard={own} language={language} label="" />
            )}
          </div>
        )
      }
      name={product === undefined ? name : <Link href={`/shop/${product.id}`}>{name}</Link>}
      facts={
        <>
          <Size piece={piece} own={own} />
          {colour !== undefined && (
            <p className={styles.colour}>
              <span className={styles.swatch} style={{ backgroundColor: colour.swatch }} />
              {colour.names[language]}
            </p>
          )}
        </>
      }
      problem={isGone && <p className={styles.gone}>{t('SELECTION.GONE')}</p>}
      price={
        product !== undefined && (
          <p className={classes(styles.price, 'figures')}>
            {t('SELECTION.PRICE')} <SignPrice amount={unitPrice(product).payable * piece.quantity} />
          </p>
        )
      }
    />
  )
}

function Size({ piece: { measuring, measures, measuresOf }, own }: { piece: ProductPiece; own: ReturnType<typeof sizesOf>['own'] }) {
  const { t } = useTranslation()
  const language = useLanguage()
  if (measures === null) {
    const text = { standard: 'QUOTE.STANDARD_SIZE', own: 'QUOTE.SIZE_IN_NOTE', visit: 'QUOTE.WITH_VISIT' } as const
    if (measuring !== 'standard' || own === null) return <p className={styles.size}>{t(text[measuring])}</p>
    return (
      <p className={classes(styles.size, 'figures')}>
        {formatMeasures(own, language)} <span className="small second">({t('QUOTE.STANDARD_SIZE')})</span>
      </p>
    )
  }
  if (measuresOf === 'niche') {
    const size = formatMeasures(pieceMeasures(measures, measuresOf), language)
    return (
      <p className={classes(styles.size, 'figures')}>
        {t('QUOTE.NICHE_SIZE', { size: formatMeasures(measures, language) })}{' '}
        <span className="small second">({t('QUOTE.PIECE_IS', { size })})</span>
      </p>
    )
  }
  const isStandard = own !== null && isSameSize(own, measures)
  return (
    <p className={classes(styles.size, 'figures')}>
      {formatMeasures(measures, language)}{' '}
      {own !== null && (
        <span className="small second">
          ({isStandard ? t('QUOTE.STANDARD_SIZE') : t('SELECTION.STANDARD_IS', { size: formatSides(own, language) })})
        </span>
      )}
    </p>
  )
}
