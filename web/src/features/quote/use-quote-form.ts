import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatCentimetres, isPossible, isSameSize, parseCentimetres, sides, type Measures, type Side } from '@shared/measures'
import { leavesPiece, measuresAround, type MeasuresOf } from '@shared/niche'
import { useContactPrefill } from '@/components/quote/use-contact-prefill'
import { productQuery } from '@/lib/api/product-queries'
import { useServerForm } from '@/lib/forms/forms'
import type { Product } from '@/lib/api/types'
import { useLanguage } from '@/lib/i18n/setup'
import { contactDraft, contactNames, noContacts, type Contacts } from '@/lib/quote/contacts'
import { clearDraft, pieceFields, readDraft, saveDraft, type Draft } from '@/lib/quote/draft'
import { namedPieceText } from '@/lib/quote/piece-text'
import { hasOtherSizes, maxPieces, type ProductPiece } from '@/lib/quote/pieces'
import { quoteBody, sendQuote, type Receipt } from '@/lib/quote/send'
import { isSized, sizesOf } from '@/lib/quote/sizes'
import type { QuoteRequest } from '@/stores/quote'
import type { Language } from '@shared/language'
import { useQuery } from '@shared/query/use-query'
import { describedSchema, measuredSchema, quoteLabels, type QuoteValues } from './schema'

/** Validates a field of the form that is set by the program. */
export const asTyped = { shouldValidate: true, shouldDirty: true } as const

/** The values of a request, or of the selected piece that is changed. */
function initialValues(
  { product, quantity, color, measuring, measuresOf = 'piece', widthMm, heightMm }: QuoteRequest,
  selected: ProductPiece | null,
  language: Language,
): QuoteValues {
  const { own } = sizesOf(product)
  const measures = selected?.measures ?? (own === null ? null : measuresAround(own, measuresOf))
  const text = (side: Side) => (measures === null ? '' : formatCentimetres(measures[side], language))
  const begun = (side: Side, mm: number | undefined) =>
    mm === undefined || measures === null ? text(side) : formatCentimetres(mm, language)
  return {
    measuring: hasOtherSizes(product) ? (selected?.measuring ?? measuring ?? 'standard') : 'standard',
    measuresOf: selected?.measuresOf ?? measuresOf,
    widthMm: begun('widthMm', widthMm),
    heightMm: begun('heightMm', heightMm),
    depthMm: text('depthMm'),
    color: color ?? '',
    quantity: Math.min(quantity, maxPieces),
    note: selected?.note ?? '',
    ...noContacts,
  }
}

/** A draft with measures says itself what they are of. */
function initialObject({ measuresOf }: QuoteRequest, draft: Draft | null): MeasuresOf | undefined {
  return draft !== null && sides.some((side) => draft[side] !== undefined) ? 'piece' : measuresOf
}

/** The typed measures; what is not valid yet keeps its measure of before. */
function typedMeasures(values: QuoteValues, before: Measures): Measures {
  const of = (side: Side) => {
    const mm = parseCentimetres(values[side])
    return mm !== null && isPossible(mm) && leavesPiece(mm, side, values.measuresOf) ? mm : before[side]
  }
  return { widthMm: of('widthMm'), depthMm: of('depthMm'), heightMm: of('heightMm') }
}

/** The piece that valid values describe. */
function pieceOf(values: QuoteValues, product: Product): ProductPiece {
  const { own } = sizesOf(product)
  const { quantity, color, note } = values
  const measuring = hasOtherSizes(product) ? values.measuring : 'standard'
  const measures = measuring === 'own' && own !== null ? typedMeasures(values, own) : null
  return {
    productId: product.id,
    quantity,
    color: color === '' ? null : color,
    measuring,
    measures,
    measuresOf: measures === null ? 'piece' : values.measuresOf,
    note,
  }
}

interface Options {
  request: QuoteRequest
  /** The piece of the selection that is changed instead of sent. */
  selected?: ProductPiece | null | undefined
  /** Called when the shop has received the request. */
  onSent: (receipt: Receipt & { pieces: string }, contacts: Contacts) => void
}

/** The form of a quote request, with its draft. */
export function useQuoteForm({ request, selected = null, onSent }: Options) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data: single } = useQuery({ ...productQuery(request.product.id), enabled: !isSized(request.product) })
  const product = single ?? request.product
  const sizes = sizesOf(product)
  const isChosen = hasOtherSizes(product)
  const [draft] = useState(() => (selected === null ? readDraft(product.id) : null))
  const [initial] = useState(() => initialValues({ ...request, measuresOf: initialObject(request, draft) }, selected, language))
  const [isRestored, setRestored] = useState(draft !== null)
  const schema = sizes.own === null ? describedSchema : measuredSchema
  const { form, failure, field, submit, summary, isBusy } = useServerForm({
    schema,
    labels: quoteLabels,
    draft: contactDraft,
    draftFields: contactNames,
    defaultValues: {
      ...initial,
      ...draft,
      measuring: isChosen ? (request.measuring ?? draft?.measuring ?? initial.measuring) : 'standard',
    },
  })
  const values = useWatch({ control: form.control }) as QuoteValues
  const isPrefilled = useContactPrefill(
    (name) => form.getValues(name),
    (name, value) => form.setValue(name, value, { shouldValidate: true }),
  )

  const [drawn, setDrawn] = useState(sizes.own)
  const following = drawn === null ? null : typedMeasures(values, drawn)
  if (following !== null && drawn !== null && !isSameSize(following, drawn)) setDrawn(following)

  const hasDraft = selected === null
  useEffect(() => {
    if (hasDraft) saveDraft(product.id, values, initial)
  }, [hasDraft, product.id, values, initial])

  const problems = schema.safeParse(values).error?.issues.map(({ path }) => path[0]) ?? []
  const onSubmit = submit(async (sent, idempotencyKey) => {
    const { name, surname, phone, email } = sent
    const contacts = { name, surname, phone, email }
    const piece = pieceOf(sent, product)
    const body = quoteBody(contacts, [piece], product, language)
    const receipt = await sendQuote(body, idempotencyKey(body))
    clearDraft(product.id)
    onSent({ ...receipt, pieces: namedPieceText(t, language, product, piece) }, contacts)
  })

  return {
    product,
    form,
    failure,
    isBusy,
    field,
    summary,
    values,
    /** The piece as far as it is valid. */
    piece: {
      ...pieceOf(values, product),
      measures: values.measuring === 'own' ? following : null,
      note: values.note.trim(),
    },
    /** Whether all of the piece is valid. */
    isPieceValid: !pieceFields.some((name) => problems.includes(name)),
    forgetDraft: () => clearDraft(product.id),
    /** Measures of the drawing, of the piece or of its niche; null where the product's measures are unknown. */
    drawn: following,
    /** Whether the visitor chooses the size. */
    isChosen,
    isPrefilled,
    /** The first field that keeps the request from being sent, if any. */
    missing: (Object.keys(quoteLabels) as (keyof QuoteValues)[]).find((name) => problems.includes(name)),
    isRestored,
    startAnew: () => {
      const { name, surname, phone, email } = form.getValues()
      form.reset({ ...initial, name, surname, phone, email })
      clearDraft(product.id)
      setRestored(false)
    },
    onSubmit,
  }
}

export type QuoteForm = ReturnType<typeof useQuoteForm>
