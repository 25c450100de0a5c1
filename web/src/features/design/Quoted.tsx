import { useMemo } from 'react'
import { buttonClass } from '@shared/components/Button'
import { formatWithSign } from '@shared/money'
import type { Qepik } from '@shared/price'
import { decodeDesign, encodeDesign } from '@shared/rules/code'
import { evaluate, type Evaluation } from '@shared/rules/evaluate'
import { priceOf, type Rates } from '@shared/rules/price'
import type { QuotedPiece } from '@/lib/design/address'
import { BandText } from '@/components/design/BandText'
import { useDesignTexts } from '@/lib/design/design-texts'
import type { BandQuery } from '@/lib/design/rates'
import { Facts } from './Facts'
import type { PanelProps } from './panels/panel'
import { Notes, Problems } from './panels/Problems'
import styles from './panels/panels.module.css'

/** The price of a design; null where it cannot be built, or was priced by a book whose rates are not these. */
function totalOf(evaluation: Evaluation, rates: Rates | undefined): Qepik | null {
  if (evaluation.layout === null || rates?.version !== evaluation.design.prices) return null
  return priceOf(evaluation.quantities, rates)?.total ?? null
}

interface QuotedPriceProps {
  evaluation: Evaluation
  query: BandQuery
  piece: QuotedPiece
  className: string | undefined
}

/** The exact price of a piece in a quote, and what the change costs; the band if the quote has an earlier price book. */
export function QuotedPrice({ evaluation, query, piece, className }: QuotedPriceProps) {
  const { t, language } = useDesignTexts()
  const before = useMemo(() => {
    const design = decodeDesign(piece.from)
    return design === null ? null : evaluate(design)
  }, [piece.from])
  const total = totalOf(evaluation, query.rates)
  const totalBefore = before === null ? null : totalOf(before, query.rates)
  const change = total === null || totalBefore === null ? 0 : total - totalBefore
  const sum = `${change > 0 ? '+' : ''}${formatWithSign(change, language)}`
  return (
    <>
      <span className={className}>
        {total === null ? (
          <BandText evaluation={evaluation} query={query} />
        ) : (
          <span className="figures">{formatWithSign(total, language)}</span>
        )}
      </span>
      <span className="small second">
        {piece.quote}
        {total === null ? evaluation.layout !== null && `, ${t('quote-book')}` : change !== 0 && `, ${t('quote-change', { sum })}`}
      </span>
    </>
  )
}

/** The changed design of a piece in facts, and the way back to the quote, where it is saved. */
export function QuotedPanel({ piece, ...props }: PanelProps & { piece: QuotedPiece }) {
  const { t } = useDesignTexts()
  const { evaluation, query } = props
  const address = new URLSearchParams({ from: piece.from }).toString()
  const isBuilt = evaluation.layout !== null
  return (
    <>
      <p className={styles.quoted}>
        <QuotedPrice evaluation={evaluation} query={query} piece={piece} className={styles.price} />
      </p>
      <Problems {...props} />
      {isBuilt && (
        <>
          <Facts built={evaluation} />
          <Notes checks={evaluation.checks} />
          {/* The desk is another app. */}
          <a
            href={`/desk/quotes/${piece.quote}/design/${piece.item}?${address}#${encodeDesign(evaluation.design)}`}
            className={buttonClass({ variant: 'primary', wide: true })}
          >
            {t('quote-save', { number: piece.quote })}
          </a>
          <p className="small second">{t('quote-note')}</p>
        </>
      )}
    </>
  )
}
