import type { TFunction } from 'i18next'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '@shared/language'
import { formatCentimetres, formatMeasures } from '@shared/measures'
import { gaps, pieceMeasures } from '@shared/niche'
import { formatDiscount, formatWithSign } from '@shared/money'
import { colourName } from '@shared/palette/palette'
import { unitPrice } from '@shared/price'
import type { Quote, QuoteItem } from '@desk/api/records'
import { Percent } from '@desk/components/Parts'
import { Thumbnail } from '@desk/components/Thumbnail'
import { useLanguage } from '@desk/i18n/language'
import { pictureOf, productName } from '@desk/lib/quotes'
import styles from './OpenQuote.module.css'

/** Drawings are no part of the inbox's first load; their box has a size of its own. */
const PieceOutline = lazy(() => import('@shared/components/PieceOutline').then((module) => ({ default: module.PieceOutline })))

/** Few quotes have a design. */
const QuoteDesign = lazy(() => import('./QuoteDesign'))

/** The pieces that the customer asks for: size, colour, quantity and note; the price of the first one's product. */
export function QuotePieces({ quote }: { quote: Quote }) {
  return (
    <ol className={styles.pieces}>
      {quote.items.map((piece, index) => (
        <li key={index}>
          <Piece piece={piece} quote={quote} isFirst={index === 0} />
        </li>
      ))}
    </ol>
  )
}

function sizeText(t: TFunction, language: Language, { measuring, measures, measuresOf }: QuoteItem): string {
  if (measures !== null) {
    const size = formatMeasures(measures, language)
    return measuresOf === 'niche' ? t('QUOTE.NICHE', { size }) : size
  }
  const texts = { standard: 'QUOTE.SIZE_STANDARD', own: 'QUOTE.SIZE_IN_NOTE', visit: 'QUOTE.SIZE_VISIT' } as const
  return t(texts[measuring])
}

/** The size of the piece in a niche, and the gaps around it; null for any other piece. */
function nicheText(t: TFunction, language: Language, { measures, measuresOf }: QuoteItem): string | null {
  if (measures === null || measuresOf !== 'niche') return null
  return t('QUOTE.NICHE_PIECE', {
    size: formatMeasures(pieceMeasures(measures, measuresOf), language),
    side: formatCentimetres(gaps.side, language),
    top: formatCentimetres(gaps.top, language),
    back: formatCentimetres(gaps.back, language),
  })
}

function Piece({ piece, quote, isFirst }: { piece: QuoteItem; quote: Quote; isFirst: boolean }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { measuring, measures, measuresOf, note } = piece
  const niche = nicheText(t, language, piece)
  const price = isFirst && quote.catalog !== null ? unitPrice(quote.catalog) : null
  const facts = [piece.code, colourName(piece.color, language), t('QUOTE.PIECES', { count: piece.quantity })]
  return (
    <>
      <div className={styles.asked}>
        <Thumbnail image={pictureOf(piece, language)} size="large" />
        {measures !== null && piece.design === null && (
          <div className={styles.outline}>
            <Suspense fallback={null}>
              <PieceOutline
                measures={pieceMeasures(measures, measuresOf)}
                niche={measuresOf === 'niche' ? measures : null}
                language={language}
                label=""
              />
            </Suspense>
          </div>
        )}
        <div>
          <b>{productName(piece, language)}</b>
          <p className="dim small">{facts.filter(Boolean).join(', ')}</p>
          <p className={measuring === 'standard' ? 'dim small' : styles.size}>{sizeText(t, language, piece)}</p>
          {niche !== null && <p className="dim small">{niche}</p>}
          {piece.design !== null && (
            <Suspense fallback={null}>
              <QuoteDesign quote={quote} itemId={piece.id} design={piece.design} />
            </Suspense>
          )}
          {price !== null && piece.design === null && (
            <p className={styles.price}>
              {formatWithSign(price.payable, language)}
              {price.percent > 0 && (
                <>
                  {' '}
                  <s className="dim small">{formatWithSign(price.original, language)}</s> <Percent>{formatDiscount(price.percent)}</Percent>
                </>
              )}
            </p>
          )}
        </div>
      </div>
      {note !== null && note !== '' && (
        <p className={styles.said} lang={quote.language}>
          {note}
        </p>
      )}
    </>
  )
}
