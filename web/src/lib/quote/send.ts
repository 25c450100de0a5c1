import { call } from '@/lib/api/client'
import { imageUrl } from '@/lib/image'
import { localized } from '@/lib/localized'
import { withVisit } from '@/lib/sent-visit'
import type { Product } from '@/lib/api/types'
import type { Language } from '@shared/language'
import { normalizePhone } from '@shared/forms/phone'
import type { Band } from '@shared/rules/price'
import type { Contacts } from './contacts'
import type { DesignPiece, ProductPiece } from './pieces'
import { designBody } from './sent-design'

/** The answer to a quote request. */
export interface Receipt {
  number: string
  /** Instant until which the shop calls; null where it is not known. */
  promisedAt: string | null
  /** Number to write to; null where the shop has none. */
  whatsapp: string | null
  /** Token of the conversation; null from a gateway of the version before. */
  conversationToken: string | null
}

/** A design with the band of one piece that the shopper saw, in qəpik; `null` where none was shown. */
type PricedDesign = DesignPiece & { band: Band | null }

/** A piece as it is sent. */
export type SentPiece = ProductPiece | PricedDesign

/** A request of one piece, or of several. The product is that of the first piece, which names the request. */
export function quoteBody(
  contacts: Contacts,
  pieces: readonly [SentPiece, ...SentPiece[]],
  product: Product | undefined,
  language: Language,
) {
  const [first] = pieces
  const image = product?.images[0]?.imageUrl
  return {
    ...contacts,
    phone: normalizePhone(contacts.phone),
    ...(first.design === undefined && {
      productId: first.productId,
      productName: product === undefined ? null : localized(product, 'name', language),
      productImage: image === undefined ? null : new URL(imageUrl(image), window.location.origin).href,
    }),
    ...(pieces.length === 1 && first.design === undefined ? productBody(first) : { items: pieces.map(itemBody) }),
  }
}

function itemBody(piece: SentPiece) {
  if (piece.design === undefined) return { productId: piece.productId, ...productBody(piece) }
  const { design, band, quantity, note } = piece
  return { quantity, design: designBody({ code: design, band, isWish: false }), ...(note !== '' && { note }) }
}

function productBody({ quantity, color, measuring, measures, measuresOf, note }: ProductPiece) {
  return {
    quantity,
    color,
    ...(measuring !== 'standard' && { measuring }),
    ...(measures !== null && { measures }),
    ...(measuresOf !== 'piece' && { measuresOf }),
    ...(note !== '' && { note }),
  }
}

/** Rejects with an `ApiError`. */
export async function sendQuote(body: ReturnType<typeof quoteBody>, key: string): Promise<Receipt> {
  const data = await call('POST', '/ProductInquiries/submit', { body: withVisit(body), key })
  // A gateway of an earlier version answers with the number alone.
  const { number, promisedAt = null, whatsapp = null, conversationToken = null } = data as Pick<Receipt, 'number'> & Partial<Receipt>
  return { number, promisedAt, whatsapp, conversationToken }
}
