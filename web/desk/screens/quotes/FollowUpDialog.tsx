import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '@desk/api/client'
import type { FollowUp, Quote } from '@desk/api/records'
import { Button } from '@shared/components/Button'
import { Dialog } from '@desk/components/Dialog'
import { useLanguage } from '@desk/i18n/language'
import { errorText } from '@desk/lib/errors'
import { saveMerging } from '@desk/lib/save-merging'
import { followUpTexts } from '@desk/lib/texts'
import { formatShortDateTime } from '@shared/dates'
import { showToast } from '@shared/toasts'
import { FollowUpFields, useFollowUpDraft } from './FollowUpFields'
import { keepQuote } from './queries'

/** Changes the next step. Where somebody else changed it meanwhile, asks whose holds. */
export function FollowUpDialog({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  // The quote changes below the open dialog as others change it; what is chosen was begun from this one.
  const [base] = useState(quote)
  const draft = useFollowUpDraft(base.followUp)
  const [isBusy, setBusy] = useState(false)

  const show = (value: FollowUp | null) =>
    value === null
      ? t('FOLLOW_UP.NONE')
      : `${t(followUpTexts[value.kind])}, ${formatShortDateTime(value.at, language)} ${value.text}`.trim()

  const save = async (followUp: FollowUp | null) => {
    setBusy(true)
    try {
      const saved = await saveMerging<Quote, Quote>({
        base,
        changes: { followUp },
        send: (version, changes) =>
          call('PUT', '/desk/quotes/{number}/follow-up', { path: { number: quote.number }, body: { version, ...changes } }),
        present: (data) => {
          keepQuote(data as Quote)
          return data as Quote
        },
        label: () => t('FOLLOW_UP.TITLE'),
        show: (_, value) => show(value as FollowUp | null),
      })
      if (saved !== null) keepQuote(saved)
      onClose()
    } catch (error) {
      showToast({ tone: 'error', text: errorText(t, error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t('FOLLOW_UP.TITLE')}
      onClose={onClose}
      actions={
        <>
          {quote.followUp !== null && (
            <Button variant="plain" onClick={() => void save(null)}>
              {t('FOLLOW_UP.REMOVE')}
            </Button>
          )}
          <Button onClick={onClose}>{t('COMMON.CANCEL')}</Button>
          <Button variant="primary" busy={isBusy} disabled={draft.value === null} onClick={() => void save(draft.value)}>
            {t('COMMON.SAVE')}
          </Button>
        </>
      }
    >
      <FollowUpFields draft={draft} />
    </Dialog>
  )
}
