import { useTranslation } from 'react-i18next'
import { Chips } from './Chips'
import { asTyped, type QuoteForm } from './use-quote-form'

/** The product's own size, the customer's measures, or a visit. */
export function SizeChoice({ quote: { form, values } }: { quote: QuoteForm }) {
  const { t } = useTranslation()
  return (
    <Chips
      name="measuring"
      legend={t('QUOTE.SIZE')}
      choices={[
        ['standard', t('QUOTE.SIZE_STANDARD')],
        ['own', t('QUOTE.SIZE_OWN')],
        ['visit', t('QUOTE.SIZE_VISIT')],
      ]}
      chosen={values.measuring}
      onChoose={(measuring) => form.setValue('measuring', measuring, asTyped)}
    />
  )
}
