import type { Language } from '@shared/language'
import { formatAmount } from '@shared/money'
import { toQepik } from '@shared/price'
import type { LineInput, Offer, OfferFields, OfferLine } from '@desk/api/records'
import { checkLines, copyOfLine, lineInput, type Errors, type LineDraft } from '@desk/components/lines/line'
import { parseAmount } from '@shared/forms/amount'
import { parseWhole } from '@shared/forms/whole'

/** An offer as it is typed: numbers are texts until they are saved. */
export interface Draft {
  language: Language
  validUntil: string
  makeDays: string
  depositPercent: string
  deliveryText: string
  deliveryPrice: string
  message: string
  remind: boolean
  lines: LineDraft[]
  /** Ids of the files for the customer. */
  mediaIds: string[]
}

const lineDraftOf = (line: OfferLine, language: Language): LineDraft => ({
  key: line.id,
  id: line.id,
  productId: line.productId,
  code: line.code,
  imageUrl: line.imageUrl,
  catalog: line.catalog,
  name: line.name,
  detail: line.detail,
  quantity: String(line.quantity),
  listPrice: formatAmount(toQepik(line.listPrice), language),
  discount: String(line.discount),
  isMadeToOrder: line.isMadeToOrder,
  isPriceToCheck: line.isPriceToCheck,
  design: line.design === null ? null : { code: line.design.code },
})

/** A line of an offer as it is saved. */
const marked = (
  input: LineInput,
  { isMadeToOrder = false, isPriceToCheck = false }: Partial<Pick<LineDraft, 'isMadeToOrder' | 'isPriceToCheck'>>,
): LineInput => ({
  ...input,
  isMadeToOrder,
  isPriceToCheck,
})

/** The typed form of a saved offer; `language` is that of the desk. */
export function draftOf(offer: Offer, language: Language): Draft {
  return {
    language: offer.language,
    validUntil: offer.validUntil,
    makeDays: offer.makeDays === null ? '' : String(offer.makeDays),
    depositPercent: String(offer.depositPercent),
    deliveryText: offer.deliveryText,
    deliveryPrice: formatAmount(toQepik(offer.deliveryPrice), language),
    message: offer.message,
    remind: offer.remind,
    lines: offer.lines.map((line) => lineDraftOf(line, language)),
    mediaIds: offer.files.map(({ mediaId }) => mediaId),
  }
}

/** The lines of another offer as new ones. */
export const copiedLines = (offer: Offer, language: Language): LineDraft[] =>
  offer.lines.map((line) => copyOfLine(lineDraftOf(line, language)))

/** The fields of a saved offer that a draft changes. */
export function fieldsOf(offer: Offer): OfferFields {
  const { language, validUntil, makeDays, depositPercent, deliveryText, deliveryPrice, message, remind } = offer
  return {
    language,
    validUntil,
    makeDays,
    depositPercent,
    deliveryText,
    deliveryPrice,
    message,
    remind,
    lines: offer.lines.map((line) => marked(lineInput(line), line)),
    mediaIds: offer.files.map(({ mediaId }) => mediaId),
  }
}

type Checked = { errors: Errors; fields: null } | { errors: Errors; fields: OfferFields }

/** Checks a draft against the limits of the contract. `today` is a date in Baku. */
export function checkDraft(draft: Draft, today: string): Checked {
  const errors: Record<string, string> = {}
  const depositPercent = parseWhole(draft.depositPercent, 0, 100)
  if (depositPercent === null) errors.depositPercent = 'FIELD.INVALID'
  const makeDays = draft.makeDays.trim() === '' ? null : parseWhole(draft.makeDays, 1, 365)
  if (makeDays === null && draft.makeDays.trim() !== '') errors.makeDays = 'FIELD.INVALID'
  const deliveryPrice = draft.deliveryPrice.trim() === '' ? 0 : parseAmount(draft.deliveryPrice)
  if (deliveryPrice === null) errors.deliveryPrice = 'FIELD.INVALID'
  if (!/^\d{4}-\d{2}-\d{2}$/.test(draft.validUntil)) errors.validUntil = 'FIELD.REQUIRED'
  else if (draft.validUntil < today) errors.validUntil = 'OFFER.PAST'
  const lines = checkLines(draft.lines, errors)
  if (Object.keys(errors).length > 0 || depositPercent === null || deliveryPrice === null) return { errors, fields: null }
  const { language, validUntil, remind, mediaIds } = draft
  return {
    errors,
    fields: {
      language,
      validUntil,
      makeDays,
      depositPercent,
      deliveryText: draft.deliveryText.trim(),
      deliveryPrice: deliveryPrice / 100,
      message: draft.message.trim(),
      remind,
      lines: lines.map((line, at) => marked(line, draft.lines[at] ?? {})),
      mediaIds,
    },
  }
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export const fieldNames = [
  'language',
  'validUntil',
  'makeDays',
  'depositPercent',
  'deliveryText',
  'deliveryPrice',
  'message',
  'remind',
  'lines',
  'mediaIds',
] as const satisfies readonly (keyof OfferFields)[]

/** The fields that differ from the base. */
export function changesOf(base: OfferFields, fields: OfferFields): Partial<OfferFields> {
  return Object.fromEntries(fieldNames.filter((name) => !isEqual(base[name], fields[name])).map((name) => [name, fields[name]]))
}

/**
 * Gives lines the ids, marks and designs that the service answered; `sent` are the typed lines that the answer's belong to, and
 * `language` is that of the desk.
 */
export function withIds(
  lines: readonly LineDraft[],
  sent: readonly LineDraft[],
  answered: readonly OfferLine[],
  language: Language,
): LineDraft[] {
  const byKey = new Map(sent.map((line, at) => [line.key, { before: line, saved: answered[at] }]))
  return lines.map((line) => {
    const { before, saved } = byKey.get(line.key) ?? {}
    if (before === undefined || saved?.productId !== line.productId) return line
    const { isMadeToOrder = saved.isMadeToOrder, isPriceToCheck = saved.isPriceToCheck } = line
    const known = { ...line, id: saved.id, code: saved.code, catalog: saved.catalog, isMadeToOrder, isPriceToCheck }
    // A design that was taken off while the call ran stays off until the next save.
    if (line.isDetached === true && before.isDetached !== true) return known
    if (saved.design === null) {
      if (line.isDetached !== true) return known
      const { isMadeToOrder, isPriceToCheck } = saved
      return { ...known, design: null, isDetached: false, isMadeToOrder, isPriceToCheck }
    }
    const { name, detail, imageUrl, listPrice, design } = lineDraftOf(saved, language)
    return { ...known, name, detail, imageUrl, listPrice, design: design ?? null }
  })
}

/**
 * Takes the fields of a newer record over into a draft, but for those that `keep` names. `typed` are the draft's own fields: what
 * means the same stays as it is typed.
 */
export function rebase(draft: Draft, typed: OfferFields, next: Offer, keep: ReadonlySet<string>, language: Language): Draft {
  const fresh = draftOf(next, language)
  const saved = fieldsOf(next)
  const taken = fieldNames.filter((name) => !keep.has(name) && !isEqual(typed[name], saved[name]))
  return { ...draft, ...Object.fromEntries(taken.map((name) => [name, fresh[name]])) }
}

/** The fields that were typed differently since. */
export const typedSince = (draft: Draft, before: Draft): string[] => fieldNames.filter((name) => !isEqual(draft[name], before[name]))
