import { offerSums } from '@desk/lib/offer-sums'
import { toQepik } from '@shared/price'
import type { LineInput, Offer, OfferFields, OfferLine } from '@desk/api/records'
import type { OfferState } from '@desk/api/words'
import { makeDesignedLine } from './designs'
import { inMinutes, marina, nigarAsPerson } from './fixtures'

// Invented people, numbers and sums.

type LineGiven = Omit<OfferLine, 'unitPrice' | 'subtotal'>

/** An offer with the sums of the service. */
function withSums(offer: Omit<Offer, 'lines' | 'listTotal' | 'discountTotal' | 'total' | 'deposit'> & { lines: LineGiven[] }): Offer {
  const lines = offer.lines.map(({ listPrice, discount, quantity }) => ({ listPrice: toQepik(listPrice), discount, quantity }))
  const sums = offerSums(lines, toQepik(offer.deliveryPrice), offer.depositPercent)
  return {
    ...offer,
    lines: offer.lines.map((line, at) => ({
      ...line,
      unitPrice: (sums.lines[at]?.unitPrice ?? 0) / 100,
      subtotal: (sums.lines[at]?.subtotal ?? 0) / 100,
    })),
    listTotal: sums.listTotal / 100,
    discountTotal: sums.discountTotal / 100,
    total: sums.total / 100,
    deposit: sums.deposit / 100,
  }
}

export const draftId = '01936b2e-7c00-7000-8000-000000000201'

const inDays = (days: number) => inMinutes(days * 24 * 60).slice(0, 10)

/** A draft for Marina's quote. */
export const makeOffer = (changes: Partial<Offer> = {}): Offer => ({
  ...withSums({
    id: draftId,
    number: 'ST-0M4K7Q2X',
    revision: 1,
    state: 'draft',
    quoteNumber: marina,
    visit: { channel: 'ads', source: 'google', campaign: 'spring', landingPath: '/az/shop/7', at: null },
    language: 'ru',
    validUntil: inDays(14),
    makeDays: 25,
    depositPercent: 30,
    deliveryText: 'Доставка и сборка, Баку',
    deliveryPrice: 0,
    message: '',
    remind: true,
    lines: [
      {
        id: 'l1',
        productId: 205,
        code: 'MT-205',
        name: 'Кухня угловая, дуб',
        detail: '285 × 215',
        imageUrl: '/images/products/mt-205/1-960.webp',
        quantity: 1,
        listPrice: 6840,
        discount: 15,
        isMadeToOrder: false,
        isPriceToCheck: false,
        catalog: { price: 6380.5, discount: 15, stockQuantity: 3, isActive: true },
        design: null,
      },
      {
        id: 'l2',
        productId: null,
        code: null,
        name: 'Пенал',
        detail: '',
        imageUrl: null,
        quantity: 1,
        listPrice: 780,
        discount: 0,
        isMadeToOrder: false,
        isPriceToCheck: false,
        catalog: null,
        design: null,
      },
    ],
    isOverLimit: false,
    isStalePrices: false,
    needsMeasuring: false,
    approval: { state: 'none', askedBy: null, askedAt: null, decidedBy: null, decidedAt: null, text: null },
    sentBy: null,
    sentAt: null,
    openedAt: null,
    askedAt: null,
    files: [],
    wishAddress: null,
    wishCallWindow: null,
    decidedAt: null,
    decidedVia: null,
    decidedBy: null,
    reason: null,
    reasonText: null,
    mail: null,
    orderNumber: null,
    createdBy: nigarAsPerson,
    createdAt: inMinutes(-60),
    version: 4,
    changedBy: nigarAsPerson,
    changedAt: inMinutes(-30),
  }),
  ...changes,
})

/** An offer that was sent, in a later state. */
export const sentOffer = (state: OfferState, changes: Partial<Offer> = {}): Offer =>
  makeOffer({ state, sentBy: nigarAsPerson, sentAt: inMinutes(-600), openedAt: inMinutes(-60), ...changes })

/** Result of a PATCH of an offer. */
export function patched(offer: Offer, changes: Partial<OfferFields>, by = nigarAsPerson): Offer {
  const { lines = offer.lines.map((line) => ({ ...line, id: line.id })), mediaIds, ...others } = changes
  const file = (mediaId: string) => ({ mediaId, name: mediaId, type: 'application/pdf', size: 4 })
  const next = {
    ...offer,
    ...others,
    files: mediaIds?.map((id) => offer.files.find(({ mediaId }) => mediaId === id) ?? file(id)) ?? offer.files,
    lines: lines.map(({ itemId, designCode, detach, ...line }: LineInput, at): LineGiven => {
      const known = offer.lines.find(({ id }) => id === line.id)
      const isNewDesign = itemId !== undefined || designCode !== undefined
      // Name and price of a designed line come from its design.
      if (detach !== true && (isNewDesign || (known !== undefined && known.design !== null))) {
        const { name, detail, imageUrl, listPrice, design } =
          known ?? makeDesignedLine(designCode === undefined ? {} : { code: designCode })
        const own = { name, detail, imageUrl, listPrice, design, code: null, catalog: null, isMadeToOrder: true, isPriceToCheck: false }
        return { ...line, ...own, id: line.id ?? `new-${String(offer.version)}-${String(at)}` }
      }
      return {
        design: null,
        code: known?.code ?? null,
        catalog: known?.catalog ?? null,
        isMadeToOrder: known?.isMadeToOrder ?? false,
        isPriceToCheck: known?.isPriceToCheck ?? false,
        ...line,
        id: line.id ?? `new-${String(offer.version)}-${String(at)}`,
      }
    }),
    version: offer.version + 1,
    changedBy: by,
    changedAt: inMinutes(0),
  }
  return withSums(next)
}
