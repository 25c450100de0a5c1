import { Minus, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverMessage } from '@shared/api/error'
import { FormErrors } from '@/components/forms/FormErrors'
import { PrivacyNote } from '@/components/forms/PrivacyNote'
import { ContactFields } from '@/components/quote/ContactFields'
import { canDraw, MeasureDrawing } from './MeasureDrawing'
import { MeasureFields } from './MeasureFields'
import { NicheChoice } from './NicheChoice'
import { PieceOptions } from './PieceOptions'
import styles from './QuoteFields.module.css'
import { QuoteProduct } from './QuoteProduct'
import { SizeChoice } from './SizeChoice'
import type { QuoteForm } from './use-quote-form'

const isMeasured = ({ values, drawn, isChosen }: QuoteForm) => isChosen && values.measuring === 'own' && drawn !== null

/** Whether the form has its drawing beside it. */
export const isDrawn = (quote: QuoteForm) => isMeasured(quote) && canDraw(quote.product)

interface QuoteFieldsProps {
  quote: QuoteForm
  id: string
  /** A piece of the selection is changed: no request is sent, and no contacts are asked for. */
  isChange?: boolean
}

/** The form of a quote request; its buttons stand apart and name it by `id`. */
export function QuoteFields({ quote, id, isChange = false }: QuoteFieldsProps) {
  const { t } = useTranslation()
  const headingId = useId()
  const { product, drawn, values, field, failure, summary, isChosen, isPrefilled, isRestored, startAnew, onSubmit } = quote
  const isStandard = values.measuring === 'standard'
  const hasDrawing = isDrawn(quote)
  const message = serverMessage(failure)
  return (
    <form id={id} className={styles.form} data-columns={hasDrawing || undefined} noValidate onSubmit={(event) => void onSubmit(event)}>
      {hasDrawing && drawn !== null && <MeasureDrawing product={product} measures={drawn} measuresOf={values.measuresOf} />}
      <div className={styles.fields}>
        <FormErrors {...summary('')} failure={failure === null ? undefined : t('QUOTE.FAILED')}>
          {message !== '' && <p>{message}</p>}
        </FormErrors>
        <QuoteProduct quote={quote} isShort={isStandard && !isChange} />
        {isRestored && (
          <p className="small">
            {t('QUOTE.DRAFT')}{' '}
            <button type="button" className={styles.link} onClick={startAnew}>
              {t('QUOTE.START_ANEW')}
            </button>
          </p>
        )}
        {isChosen && <SizeChoice quote={quote} />}
        {isMeasured(quote) && <NicheChoice quote={quote} />}
        {isMeasured(quote) && <MeasureFields quote={quote} />}
        {isStandard && !isChange ? <MoreOptions quote={quote} /> : <PieceOptions quote={quote} />}
        {!isChange && (
          <div role="group" className={styles.contacts} aria-labelledby={headingId}>
            <p id={headingId} className={styles.heading}>
              {t('QUOTE.WHOM')}
            </p>
            <ContactFields field={field} isPrefilled={isPrefilled} />
            <PrivacyNote />
          </div>
        )}
      </div>
    </form>
  )
}

/** The optional fields of a piece in its standard size, closed unless one has been used. */
function MoreOptions({ quote }: { quote: QuoteForm }) {
  const { t } = useTranslation()
  const [wasUsed] = useState(() => quote.values.note !== '')
  const [isOpen, setOpen] = useState(wasUsed)
  const Icon = isOpen ? Minus : Plus
  return (
    <div>
      <button type="button" className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
        {t('QUOTE.OPTIONS')}
      </button>
      {isOpen && <PieceOptions quote={quote} />}
    </div>
  )
}
