import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { formatShortDateTime } from '@shared/dates'
import { Select, TextArea } from '@shared/components/Field'
import { optional, required } from '@shared/forms/schema'
import type { Outcome } from '@desk/api/words'
import { FormDialog } from '@desk/components/FormDialog'
import { useLanguage } from '@desk/i18n/language'
import { useServerForm } from '@desk/lib/forms'
import { outcomeTexts } from '@desk/lib/texts'

/** Time for which an author can correct an entry. */
const correctableMs = 3_600_000

interface Written {
  at: string
  actor: { id: string | null } | null
}

/** Whether a member may still correct an entry of a timeline. */
export const isCorrectable = ({ at, actor }: Written, me: { id: string }, now: Date): boolean =>
  actor?.id === me.id && Number(now) - Date.parse(at) < correctableMs

interface Correction {
  text: string
  outcome: string
}

interface CorrectNoteDialogProps {
  text: string
  /** Outcome of a contact, and those that it can have; without it the entry is a note. */
  contact?: { outcome: Outcome; outcomes: readonly Outcome[] } | undefined
  /** Saves the correction. */
  save: (correction: Correction) => Promise<void>
  onClose: () => void
}

/** Corrects an entry of one's own; the timeline keeps what it said before. */
export function CorrectNoteDialog({ text, contact, save, onClose }: CorrectNoteDialogProps) {
  const { t } = useTranslation()
  const schema = z.object({ text: contact === undefined ? required(1000) : optional(5000), outcome: z.string() })
  const { field, submit, failureText, isBusy } = useServerForm({ schema, defaultValues: { text, outcome: contact?.outcome ?? '' } })
  const send = submit(async (values) => {
    await save(values)
    onClose()
  })
  return (
    <FormDialog
      title={t(contact === undefined ? 'TIMELINE.CORRECT_TITLE' : 'TIMELINE.CORRECT_CONTACT')}
      description={t('TIMELINE.CORRECT_TEXT')}
      onClose={onClose}
      onSubmit={(event) => void send(event)}
      submitText={t('COMMON.SAVE')}
      isBusy={isBusy}
      failure={failureText}
    >
      {contact !== undefined && contact.outcomes.length > 1 && (
        <Select {...field('outcome')} label={t('COMPOSER.OUTCOME')}>
          {contact.outcomes.map((option) => (
            <option key={option} value={option}>
              {t(outcomeTexts[option])}
            </option>
          ))}
        </Select>
      )}
      <TextArea {...field('text')} label={t(contact === undefined ? 'COMPOSER.NOTE' : 'COMPOSER.AGREED')} rows={3} />
    </FormDialog>
  )
}

interface FormerProps {
  texts: readonly { text: string; outcome?: Outcome | null; until: string }[]
}

/** What a corrected entry said before. */
export function Former({ texts }: FormerProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <details className="small dim">
      <summary>{t('TIMELINE.CORRECTED')}</summary>
      {texts.map(({ text, outcome, until }) => (
        <p key={until}>
          {[outcome ? t(outcomeTexts[outcome]) : '', text].filter(Boolean).join(': ')} <time>({formatShortDateTime(until, language)})</time>
        </p>
      ))}
    </details>
  )
}
