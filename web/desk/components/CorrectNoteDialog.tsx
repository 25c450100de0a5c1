import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Select, TextArea } from '@shared/components/Field'
import { optional, required } from '@shared/forms/schema'
import type { Outcome } from '@desk/api/words'
import { FormDialog } from '@desk/components/FormDialog'
import { useServerForm } from '@desk/lib/forms'
import { outcomeTexts } from '@desk/lib/texts'

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
export default function CorrectNoteDialog({ text, contact, save, onClose }: CorrectNoteDialogProps) {
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
