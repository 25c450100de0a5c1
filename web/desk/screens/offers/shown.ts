import { discountedQepik, toQepik, type Qepik } from '@shared/price'
import type { Offer } from '@desk/api/records'
import { parseWhole } from '@shared/forms/whole'
import type { OfferSums } from '@desk/lib/offer-sums'
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

const confirmTextOf = ({ lines }: Offer, id: string | null): string => lines.find((line) => line.id === id)?.design?.confirmText ?? ''

/** Customer's view of a draft as it is typed. */
export function shownDraft({ offer, draft, sums, deliveryPrice, depositPercent, customer, sender }: DraftShown): Shown {
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
    lines: draft.lines.map((line, at) => {
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
        design: line.design ? { code: line.design.code, confirmText: confirmTextOf(offer, line.id) } : null,
      }
    }),
    needsMeasuring: offer.needsMeasuring,
    files: offer.files.flatMap(({ mediaId, name }) => (draft.mediaIds.includes(mediaId) ? [name] : [])),
    total: sums.total,
    deposit: sums.deposit,
  }
}

/** Customer's view of a sent offer, with the sums of the service. */
export function shownOffer(offer: Offer, customer: string | null, sender: Shown['sender']): Shown {
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
    lines: offer.lines.map((line) => ({
      key: line.id,
      name: line.name,
      detail: line.detail,
      imageUrl: line.imageUrl,
      quantity: line.quantity,
      discount: line.discount,
      unitPrice: discountedQepik(toQepik(line.listPrice), line.discount),
      subtotal: toQepik(line.subtotal),
      design: line.design === null ? null : { code: line.design.code, confirmText: line.design.confirmText },
    })),
    needsMeasuring: offer.needsMeasuring,
    files: offer.files.map(({ name }) => name),
    total: toQepik(offer.total),
    deposit: toQepik(offer.deposit),
  }
}
