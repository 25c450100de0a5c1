import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Measuring } from '@/lib/quote/pieces'
import styles from './SizeChoice.module.css'
import type { QuoteForm } from './use-quote-form'
import { asTyped } from './use-quote-form'

const choices = [
  { measuring: 'standard', text: 'QUOTE.SIZE_STANDARD' },
  { measuring: 'own', text: 'QUOTE.SIZE_OWN' },
  { measuring: 'visit', text: 'QUOTE.SIZE_VISIT' },
] as const

const afterPaint = (run: () => void) => requestAnimationFrame(() => setTimeout(run))

/** The product's own size, the customer's measures, or a visit. */
export function SizeChoice({ quote: { form, values } }: { quote: QuoteForm }) {
  const { t } = useTranslation()
  // The choice is painted before the fields and the drawing of its size are rendered, which takes long on a slow processor.
  const [pressed, setPressed] = useState<Measuring | null>(null)
  const choose = (measuring: Measuring) => {
    setPressed(measuring)
    afterPaint(() => {
      form.setValue('measuring', measuring, asTyped)
      setPressed(null)
    })
  }
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
              checked={(pressed ?? values.measuring) === measuring}
              onChange={() => choose(measuring)}
            />
            {t(text)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
