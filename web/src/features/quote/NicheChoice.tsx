import { useTranslation } from 'react-i18next'
import { formatCentimetres, formatMeasures, parseCentimetres, sides } from '@shared/measures'
import { gaps, measuresAround, pieceMeasures, type MeasuresOf } from '@shared/niche'
import { useLanguage } from '@/lib/i18n/setup'
import { sizesOf } from '@/lib/quote/sizes'
import { Chips } from './Chips'
import styles from './NicheChoice.module.css'
import { asTyped, type QuoteForm } from './use-quote-form'

/** Whether the piece or its niche was measured, and the gaps that the workshop leaves in a niche. */
export function NicheChoice({ quote: { product, form, values, drawn } }: { quote: QuoteForm }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { own } = sizesOf(product)

  // Measures that are still those of the standard piece, or of the niche around it, follow the choice.
  const choose = (of: MeasuresOf) => {
    if (own !== null) {
      const [before, next] = [measuresAround(own, values.measuresOf), measuresAround(own, of)]
      for (const side of sides.filter((name) => parseCentimetres(form.getValues(name)) === before[name])) {
        form.setValue(side, formatCentimetres(next[side], language), { shouldDirty: true })
      }
    }
    form.setValue('measuresOf', of, asTyped)
  }
  const centimetres = (mm: number) => formatCentimetres(mm, language)
  return (
    <div>
      <Chips
        name="measuresOf"
        legend={t('QUOTE.MEASURES_OF')}
        choices={[
          ['piece', t('QUOTE.OF_PIECE')],
          ['niche', t('QUOTE.OF_NICHE')],
        ]}
        chosen={values.measuresOf}
        onChoose={choose}
      />
      {values.measuresOf === 'niche' && drawn !== null && (
        <p className={styles.gaps}>
          {t('QUOTE.NICHE_GAPS', {
            side: centimetres(gaps.side),
            top: centimetres(gaps.top),
            back: centimetres(gaps.back),
            size: formatMeasures(pieceMeasures(drawn, 'niche'), language),
          })}{' '}
          <span className="second">{t('QUOTE.NICHE_HOW')}</span>
        </p>
      )}
    </div>
  )
}
