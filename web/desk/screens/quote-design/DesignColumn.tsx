import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { designDrawing } from '@shared/drawing/design-drawing'
import { formatSides } from '@shared/measures'
import { formatWithSign } from '@shared/money'
import { colourName } from '@shared/palette/palette'
import { toQepik } from '@shared/price'
import { decodeDesign } from '@shared/rules/code'
import { evaluate } from '@shared/rules/evaluate'
import { priceOf, type Rates } from '@shared/rules/price'
import { Fact, Facts } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import styles from './QuoteDesign.module.css'

const views = ['front', 'inside'] as const

interface DesignColumnProps {
  title: string
  code: string
  /** Price of record in AZN, null of a design that cannot be built; undefined for one that the quote does not have. */
  total: number | null | undefined
  /** Rates of the price book in force; undefined until they are loaded. */
  rates: Rates | undefined
}

/** One of two designs that are compared: both drawings, the size, the finishes and the price. */
export function DesignColumn({ title, code, total, rates }: DesignColumnProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const evaluation = useMemo(() => {
    const design = decodeDesign(code)
    return design === null ? null : evaluate(design)
  }, [code])
  const isBuilt = evaluation?.layout != null
  return (
    <section aria-label={title} className={styles.column}>
      <h2>{title}</h2>
      {isBuilt && (
        <div className={styles.drawings}>
          {views.map((view) => (
            <img key={view} src={designDrawing(code, view, language)} alt="" width={240} height={280} />
          ))}
        </div>
      )}
      {evaluation !== null && (
        <Facts>
          <Fact label={t('QUOTE_DESIGN.SIZE')}>{formatSides(evaluation.design, language)}</Fact>
          <Fact label={t('QUOTE_DESIGN.FINISHES')}>
            {colourName(evaluation.design.fronts, language)}, {colourName(evaluation.design.body, language)}
          </Fact>
          <Fact label={t('QUOTE_DESIGN.PRICE')}>{priceText()}</Fact>
        </Facts>
      )}
    </section>
  )

  function priceText(): string {
    if (evaluation?.layout == null || total === null) return t('QUOTE_DESIGN.WISH')
    if (total !== undefined) return formatWithSign(toQepik(total), language)
    // The quote keeps its price book, whose rates are public while it is in force.
    const price = rates?.version === evaluation.design.prices ? priceOf(evaluation.quantities, rates) : null
    return price === null ? t('QUOTE_DESIGN.PRICE_LATER') : formatWithSign(price.total, language)
  }
}
