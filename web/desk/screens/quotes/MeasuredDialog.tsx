import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Field } from '@shared/components/Field'
import { optional, required } from '@shared/forms/schema'
import { formatCentimetres, isPossible, millimetres, sides, unitName } from '@shared/measures'
import { decodeDesign, encodeDesign } from '@shared/rules/code'
import { call } from '@desk/api/client'
import type { Quote } from '@desk/api/records'
import { FormDialog } from '@desk/components/FormDialog'
import { useLanguage } from '@desk/i18n/language'
import { useServerForm } from '@desk/lib/forms'
import { keepQuote } from './queries'

const side = () => required().check(z.refine((text) => isPossible(millimetres(text)), 'FIELD.OUT_OF_RANGE'))
const schema = z.object({ widthMm: side(), heightMm: side(), depthMm: side(), text: optional(500) })

interface MeasuredDialogProps {
  quote: Quote
  /** Id of the piece. */
  itemId: number
  /** Code of the present design. */
  code: string
  onClose: () => void
}

/** Records the measures that were found on site: of the niche, or of a piece that stands free. */
export function MeasuredDialog({ quote, itemId, code, onClose }: MeasuredDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  // The design may change below the open dialog: what is measured are the measures alone.
  const [design] = useState(() => decodeDesign(code))
  const typed = (side: (typeof sides)[number]) => (design === null ? '' : formatCentimetres(design[side], language))
  const { field, submit, failureText, isBusy } = useServerForm({
    schema,
    defaultValues: { widthMm: typed('widthMm'), heightMm: typed('heightMm'), depthMm: typed('depthMm'), text: '' },
  })
  const send = submit(async ({ text, ...measures }, keyFor) => {
    if (design === null) return
    const { widthMm, heightMm, depthMm } = measures
    const found = { widthMm: millimetres(widthMm), heightMm: millimetres(heightMm), depthMm: millimetres(depthMm) }
    const body = { code: encodeDesign({ ...design, ...found }), text }
    const path = { number: quote.number, id: String(itemId) }
    keepQuote(await call('POST', '/desk/quotes/{number}/items/{id}/measured', { path, body, key: keyFor(body) }))
    onClose()
  })
  const unit = unitName(language)
  return (
    <FormDialog
      title={t('QUOTE.MEASURE')}
      description={t(design?.niche === true ? 'QUOTE.MEASURE_NICHE' : 'QUOTE.MEASURE_PIECE')}
      onClose={onClose}
      onSubmit={(event) => void send(event)}
      submitText={t('COMMON.SAVE')}
      isBusy={isBusy}
      failure={failureText}
    >
      <Field {...field('widthMm')} label={`${t('QUOTES.WIDTH')}, ${unit}`} inputMode="decimal" autoComplete="off" />
      <Field {...field('heightMm')} label={`${t('QUOTES.HEIGHT')}, ${unit}`} inputMode="decimal" autoComplete="off" />
      <Field {...field('depthMm')} label={`${t('QUOTES.DEPTH')}, ${unit}`} inputMode="decimal" autoComplete="off" />
      <Field {...field('text')} label={t('QUOTE.MEASURE_TEXT')} autoComplete="off" />
    </FormDialog>
  )
}
