import { useTranslation } from 'react-i18next'
import styles from './SizeChoice.module.css'
import type { QuoteForm } from './use-quote-form'
import { asTyped } from './use-quote-form'

const choices = [
  { measuring: 'standard', text: 'QUOTE.SIZE_STANDARD' },
  { measuring: 'own', text: 'QUOTE.SIZE_OWN' },
  { measuring: 'visit', text: 'QUOTE.SIZE_VISIT' },
] as const

/** The product's own size, the customer's measures, or a visit. */
export function SizeChoice({ quote: { form, values } }: { quote: QuoteForm }) {
  const { t } = useTranslation()
  return (
    <fieldset>
      <legend className={styles.legend}>{t('QUOTE.SIZE')}</legend>
      <div className={styles.row}>
        {choices.map(({ measuring, text }) => (
          <label key={measuring} className="chip">
            <input
              type="radio"
              name="measuring"
              className="visually-hidden"
              checked={values.measuring === measuring}
              onChange={() => form.setValue('measuring', measuring, asTyped)}
            />
            {t(text)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
