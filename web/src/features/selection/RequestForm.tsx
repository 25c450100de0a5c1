import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { serverMessage } from '@shared/api/error'
import { FormErrors } from '@/components/forms/FormErrors'
import { PrivacyNote } from '@/components/forms/PrivacyNote'
import { ContactFields } from '@/components/quote/ContactFields'
import { MissingField } from '@/components/quote/MissingField'
import { useContactPrefill } from '@/components/quote/use-contact-prefill'
import { bandOfPieces } from '@/lib/design/bands'
import { useServerForm } from '@/lib/forms/forms'
import { useLanguage } from '@/lib/i18n/setup'
import { contactLabels, contactSchema } from '@/lib/quote/contact-schema'
import { contactDraft, noContacts, type Contacts } from '@/lib/quote/contacts'
import { quoteBody, sendQuote, type SentPiece } from '@/lib/quote/send'
import { refusedDesigns } from '@/lib/quote/sent-design'
import { showSent } from '@/stores/quote'
import { noteSent } from '@/stores/sent-quotes'
import { designName, rowText } from './names'
import styles from './RequestBox.module.css'
import { noRefusals, readerOf, type PieceRow, type Refusal, type Refusals } from './use-pieces'

interface RequestFormProps {
  rows: readonly PieceRow[]
  onSent: (number: string) => void
  onRefused: (refusals: Refusals) => void
}

const sentPiece = (row: PieceRow): SentPiece => (row.kind === 'design' ? { ...row.piece, design: row.code, band: row.band } : row.piece)

/** The refusals of an error by design, each with the band that was sent with it, as the browser computes it. */
function refusalsOf(error: unknown, sent: readonly PieceRow[]): Refusals {
  const refusals = [...refusedDesigns(error)].flatMap(([place, refusal]) => {
    const row = sent[place]
    return row?.kind === 'design' ? [[row.piece.design, { ...refusal, of: row.ownBand }] as const] : []
  })
  return new Map(refusals)
}

const isRenewed = ({ kind }: Refusal): boolean => kind === 'price-changed'

/** One request for all pieces that are sold. Prices of designs that were renewed meanwhile are shown before it is sent again. */
export function RequestForm({ rows, onSent, onRefused }: RequestFormProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const hintId = useId()
  const { form, failure, field, submit, summary, isBusy } = useServerForm({
    schema: contactSchema,
    labels: contactLabels,
    defaultValues: noContacts,
    draft: contactDraft,
  })
  const { isValid } = form.formState
  const isPrefilled = useContactPrefill(
    (name) => form.getValues(name),
    (name, value) => form.setValue(name, value, { shouldValidate: true }),
  )
  const values = useWatch({ control: form.control })
  const problems = contactSchema.safeParse(values).error?.issues.map(({ path }) => path[0]) ?? []
  const missing = (Object.keys(contactLabels) as (keyof Contacts)[]).find((name) => problems.includes(name))
  const sold = rows.filter(({ isGone }) => !isGone)
  const reader = readerOf(rows)
  const hasNewPrices = sold.some((row) => row.kind === 'design' && row.refusal !== null && isRenewed(row.refusal))

  const onSubmit = submit(async (contacts, idempotencyKey) => {
    const [first, ...others] = sold
    if (first === undefined) return true
    const product = first.kind === 'product' ? first.product : undefined
    const body = quoteBody(contacts, [sentPiece(first), ...others.map(sentPiece)], product, language)
    try {
      const receipt = await sendQuote(body, idempotencyKey(body))
      const pieces = sold.map((row) => rowText(t, language, row))
      showSent({ ...receipt, pieces: pieces.join('; '), back: 'SELECTION.BACK', next: null }, contacts)
      noteSent(
        sold.flatMap(({ piece }) => piece.productId ?? []),
        receipt.number,
      )
      onRefused(noRefusals)
      onSent(receipt.number)
      return true
    } catch (error) {
      const refusals = refusalsOf(error, sold)
      onRefused(refusals)
      // The new prices are shown; other refusals have the service's message.
      if (refusals.size > 0 && [...refusals.values()].every(isRenewed)) return false
      throw error
    }
  })
  const message = serverMessage(failure)
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void onSubmit(event)}>
      <FormErrors {...summary('')} failure={failure === null ? undefined : t('QUOTE.FAILED')}>
        {message !== '' && <p>{message}</p>}
      </FormErrors>
      <ContactFields field={field} isPrefilled={isPrefilled} />
      <PrivacyNote />
      {reader !== null && <div role="alert">{hasNewPrices && <Renewed rows={sold} onDismiss={() => onRefused(noRefusals)} />}</div>}
      <Button
        variant="primary"
        type="submit"
        wide
        disabled={!isValid || sold.length === 0}
        aria-describedby={missing === undefined ? undefined : hintId}
        busyLabel={isBusy ? t('COMMON.SENDING') : undefined}
      >
        {hasNewPrices && reader !== null ? reader.texts.t('send-new') : t('SELECTION.SEND')}
      </Button>
      {missing !== undefined && (
        <p id={hintId} className="small second">
          <MissingField label={t(contactLabels[missing])} onPick={() => form.setFocus(missing)} />
        </p>
      )}
    </form>
  )
}

/** The designs whose prices were renewed, by name with both bands. */
function Renewed({ rows, onDismiss }: { rows: readonly PieceRow[]; onDismiss: () => void }) {
  const { t } = useTranslation()
  const reader = readerOf(rows)
  if (reader === null) return null
  const { NewPrices, texts } = reader
  return (
    <div className={styles.renewed}>
      {rows.map((row, index) => {
        if (row.kind !== 'design' || row.refusal?.kind !== 'price-changed') return null
        const { piece, refusal } = row
        const before = refusal.of === null ? null : bandOfPieces(refusal.of, piece.quantity)
        return (
          // Two pieces may have the same design.
          <div key={index}>
            <b>{designName(t, row)}</b>
            <NewPrices before={before} now={bandOfPieces(refusal.band, piece.quantity)} />
          </div>
        )
      })}
      <Button size="small" onClick={onDismiss}>
        {texts.t('still-looking')}
      </Button>
    </div>
  )
}
