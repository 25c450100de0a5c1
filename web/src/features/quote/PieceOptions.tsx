import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { paletteColours } from '@shared/palette/palette'
import { TextArea } from '@shared/components/Field'
import { QuantityField } from '@/components/choices/quantity-part'
import { Swatches } from '@/components/choices/Swatches'
import { useLanguage } from '@/lib/i18n/setup'
import { maxNote, maxPieces, type Measuring } from '@/lib/quote/pieces'
import type { TextKey } from '@shared/text-key'
import styles from './PieceOptions.module.css'
import { asTyped, type QuoteForm } from './use-quote-form'

/** From so many characters on, the note shows how many it has. */
const countedFrom = 900

/** Value of the form while something else than a quantity is typed. */
const noQuantity = 0

function noteLabel(measuring: Measuring, hasMeasures: boolean): TextKey {
  if (measuring === 'visit') return 'QUOTE.WHERE'
  return measuring === 'own' && !hasMeasures ? 'QUOTE.OWN_SIZE' : 'QUOTE.NOTE'
}

/** Colour, quantity and a note. */
export function PieceOptions({ quote: { product, form, field, values, drawn } }: { quote: QuoteForm }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const colours = paletteColours(product.colors)
  return (
    <div className={styles.options}>
      <div className={styles.pair}>
        {colours.length > 0 && (
          <Swatches
            colours={colours}
            selected={values.color}
            onSelect={(slug) => form.setValue('color', slug, asTyped)}
            language={language}
          />
        )}
        <div>
          <p className={styles.label} aria-hidden="true">
            {t('PRODUCT.QUANTITY')}
          </p>
          <Controller
            name="quantity"
            control={form.control}
            render={({ field: { ref: focused } }) => (
              <QuantityField
                ref={focused}
                value={values.quantity}
                max={maxPieces}
                onChange={(quantity) => form.setValue('quantity', quantity, asTyped)}
                onValidity={(isValid) => {
                  if (!isValid) form.setValue('quantity', noQuantity, asTyped)
                }}
              />
            )}
          />
        </div>
      </div>
      <TextArea
        {...field('note')}
        label={t(noteLabel(values.measuring, drawn !== null))}
        hint={values.note.length >= countedFrom ? `${values.note.length} / ${maxNote}` : undefined}
        rows={2}
        maxLength={maxNote}
      />
    </div>
  )
}
