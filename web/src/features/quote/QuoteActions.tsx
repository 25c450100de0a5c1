import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/Button'
import { useLanguage } from '@/lib/i18n/setup'
import { pieceText } from '@/lib/quote/pieces'
import styles from './QuoteActions.module.css'
import { quoteLabels } from './schema'
import type { QuoteForm } from './use-quote-form'

/** What will be sent in one line, what is missing, and the button that submits the form. */
export function QuoteActions({ quote, formId }: { quote: QuoteForm; formId: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId()
  const { form, piece, missing } = quote
  const { isSubmitting, isValid } = form.formState
  return (
    <div className={styles.actions}>
      <div className={styles.line}>
        <p className={`${styles.piece ?? ''} figures`}>{pieceText(t, language, piece)}</p>
        <p id={id} className="small second">
          {missing === undefined ? (
            t('QUOTE.NO_DUTY')
          ) : (
            <>
              {t('QUOTE.MISSING')}{' '}
              <button type="button" className={styles.missing} onClick={() => form.setFocus(missing)}>
                {t(quoteLabels[missing])}
              </button>
            </>
          )}
        </p>
      </div>
      <Button
        type="submit"
        form={formId}
        className={styles.send}
        disabled={!isValid}
        aria-describedby={isValid ? undefined : id}
        busyLabel={isSubmitting ? t('COMMON.SENDING') : undefined}
      >
        {t('QUOTE.SEND')}
      </Button>
    </div>
  )
}
