import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '@desk/api/client'
import type { FollowUp, PlannedStep, Quote } from '@desk/api/records'
import { Button } from '@shared/components/Button'
import { Dialog } from '@desk/components/Dialog'
import { useLanguage } from '@desk/i18n/language'
import { errorText } from '@desk/lib/errors'
import { saveMerging } from '@desk/lib/save-merging'
import { followUpTexts } from '@desk/lib/texts'
import { formatShortDateTime } from '@shared/dates'
import { showToast } from '@shared/toasts'
import { FollowUpFields, useFollowUpDraft } from './FollowUpFields'
import { keepQuote, useQuoteCall } from './queries'

interface FollowUpDialogProps {
  quote: Quote
  /** Null plans another step. */
  step: PlannedStep | null
  onClose: () => void
}

/** Saved step that a save merges with. */
interface Base extends Pick<Quote, 'version' | 'changedBy' | 'changedAt'> {
  followUp: FollowUp | null
}

function baseOf({ version, changedBy, changedAt, followUps }: Quote, id: string | undefined): Base {
  const found = followUps.find((step) => step.id === id)
  return { version, changedBy, changedAt, followUp: found === undefined ? null : { kind: found.kind, at: found.at, text: found.text } }
}

/** Plans another step or changes a planned one. Where somebody else changed it meanwhile, asks whose holds. */
export default function FollowUpDialog({ quote, step, onClose }: FollowUpDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { number } = quote
  // The quote changes below the open dialog as others change it; what is chosen was begun from this one.
  const [base] = useState(() => baseOf(quote, step?.id))
  const draft = useFollowUpDraft(base.followUp)
  const [isBusy, setBusy] = useState(false)
  const add = useQuoteCall((followUp: FollowUp, keyFor) => {
    const body = { followUp }
    return call('POST', '/desk/quotes/{number}/follow-ups', { path: { number }, body, key: keyFor(body) })
  }, onClose)

  const show = (value: FollowUp | null) =>
    value === null
      ? t('FOLLOW_UP.NONE')
      : `${t(followUpTexts[value.kind])}, ${formatShortDateTime(value.at, language)} ${value.text}`.trim()

  const change = async (id: string, followUp: FollowUp) => {
    setBusy(true)
    try {
      const saved = await saveMerging<Base, Quote>({
        base,
        changes: { followUp },
        send: (version, changes) => {
          const body = { version, followUp: changes.followUp ?? followUp }
          return call('PATCH', '/desk/quotes/{number}/follow-ups/{id}', { path: { number, id }, body })
        },
        present: (data) => {
          keepQuote(data as Quote)
          return baseOf(data as Quote, id)
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
  const save = () => {
    if (draft.value === null) return
    if (step === null) add.mutate(draft.value)
    else void change(step.id, draft.value)
  }
  return (
    <Dialog
      title={t('FOLLOW_UP.TITLE')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('COMMON.CANCEL')}</Button>
          <Button variant="primary" busy={isBusy || add.isPending} disabled={draft.value === null} onClick={save}>
            {t('COMMON.SAVE')}
          </Button>
        </>
      }
    >
      <FollowUpFields draft={draft} />
    </Dialog>
  )
}
