import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { MissingField } from '@/components/quote/MissingField'
import { useSelectPiece } from '@/components/quote/use-select-piece'
import { useLanguage } from '@/lib/i18n/setup'
import { pieceText } from '@/lib/quote/piece-text'
import styles from './QuoteActions.module.css'
import { quoteLabels } from './schema'
import type { QuoteForm } from './use-quote-form'

interface QuoteActionsProps {
  quote: QuoteForm
  formId: string
  /** Called when the piece was added to the selection. */
  onSelected: () => void
}

/** A summary of the request, the missing fields, and the buttons that send the form or keep the piece. */
export function QuoteActions({ quote, formId, onSelected }: QuoteActionsProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const id = useId()
  const select = useSelectPiece()
  const { form, isBusy, piece, missing, isPieceValid, forgetDraft } = quote
  const { isValid } = form.formState
  const keep = async () => {
    if (!(await select(piece))) return
    forgetDraft()
    onSelected()
  }
  return (
    <div className={styles.actions}>
      <div className={styles.line}>
        <p className={`${styles.piece ?? ''} figures`}>{pieceText(t, language, piece)}</p>
        <p id={id} className="small second">
          {missing === undefined ? (
            t('QUOTE.NO_DUTY')
          ) : (
            <MissingField label={t(quoteLabels[missing])} onPick={() => form.setFocus(missing)} />
          )}
        </p>
      </div>
      <Button className={styles.select} disabled={!isPieceValid || isBusy} onClick={() => void keep()}>
        {t('SELECTION.ADD')}
      </Button>
      <Button
        variant="primary"
        type="submit"
        form={formId}
        className={styles.send}
        disabled={!isValid}
        aria-describedby={isValid ? undefined : id}
        busyLabel={isBusy ? t('COMMON.SENDING') : undefined}
      >
        {t('QUOTE.SEND')}
      </Button>
    </div>
  )
}
