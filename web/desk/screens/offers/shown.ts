import { discountedQepik, toQepik, type Qepik } from '@shared/price'
import type { Offer } from '@desk/api/records'
import { parseWhole } from '@shared/forms/whole'
import { vatIn, type OfferSums } from '@desk/lib/offer-sums'
import { numbersOf } from '@desk/components/lines/line'
import type { Draft } from './draft'
import type { Shown } from './Paper'

interface DraftShown {
  offer: Offer
  draft: Draft
  sums: OfferSums
  deliveryPrice: Qepik
  depositPercent: number
  customer: string | null
  sender: Shown['sender']
}

/** Facts of a designed line that the service knows once the line is saved. */
function savedOf({ lines }: Offer, id: string | null) {
  const saved = lines.find((line) => line.id === id)?.design
  return { confirmText: saved?.confirmText ?? '', vatPercent: saved?.vatPercent ?? null }
}

/** The VAT in the total, by the rule of the service: known if each line has a design and the delivery is free. */
function totalVat(lines: Shown['lines'], deliveryPrice: Qepik): Qepik | null {
  if (lines.length === 0 || deliveryPrice > 0) return null
  let total = 0
  for (const { design, subtotal } of lines) {
    const percent = design?.vatPercent ?? null
    if (percent === null) return null
    total += vatIn(subtotal, percent)
  }
  return total
}

/** Customer's view of a draft as it is typed. */
export function shownDraft({ offer, draft, sums, deliveryPrice, depositPercent, customer, sender }: DraftShown): Shown {
  const lines = draft.lines.map((line, at) => {
    const { quantity, discount } = numbersOf(line)
    const summed = sums.lines[at]
    return {
      key: line.key,
      name: line.name,
      detail: line.detail,
      imageUrl: line.imageUrl,
      quantity: quantity ?? 0,
      discount: discount ?? 0,
      unitPrice: summed?.unitPrice ?? 0,
      subtotal: summed?.subtotal ?? 0,
      design: line.design ? { ...savedOf(offer, line.id), code: line.design.code } : null,
    }
  })
  return {
    number: offer.number,
    language: draft.language,
    customer,
    validUntil: draft.validUntil,
    makeDays: parseWhole(draft.makeDays, 1, 365),
    depositPercent,
    deliveryText: draft.deliveryText,
    deliveryPrice,
    message: draft.message,
    sender,
    lines,
    needsMeasuring: offer.needsMeasuring,
    files: offer.files.flatMap(({ mediaId, name }) => (draft.mediaIds.includes(mediaId) ? [name] : [])),
    total: sums.total,
    vat: totalVat(lines, deliveryPrice),
    deposit: sums.deposit,
  }
}

/** Customer's view of a sent offer, with the sums of the service. */
export function shownOffer(offer: Offer, customer: string | null, sender: Shown['sender']): Shown {
  const lines = offer.lines.map((line) => ({
    key: line.id,
    name: line.name,
    detail: line.detail,
    imageUrl: line.imageUrl,
    quantity: line.quantity,
    discount: line.discount,
    unitPrice: discountedQepik(toQepik(line.listPrice), line.discount),
    subtotal: toQepik(line.subtotal),
    design: line.design,
  }))
  return {
    number: offer.number,
    language: offer.language,
    customer,
    validUntil: offer.validUntil,
    makeDays: offer.makeDays,
    depositPercent: offer.depositPercent,
    deliveryText: offer.deliveryText,
    deliveryPrice: toQepik(offer.deliveryPrice),
    message: offer.message,
    sender,
    lines,
    needsMeasuring: offer.needsMeasuring,
    files: offer.files.map(({ name }) => name),
    total: toQepik(offer.total),
    vat: totalVat(lines, toQepik(offer.deliveryPrice)),
    deposit: toQepik(offer.deposit),
  }
}
