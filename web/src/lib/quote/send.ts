import { call } from '@/lib/api/client'
import { imageUrl } from '@/lib/image'
import { localized } from '@/lib/localized'
import { withVisit } from '@/lib/sent-visit'
import type { Product } from '@/lib/api/types'
import type { Language } from '@shared/language'
import { normalizePhone } from '@shared/forms/phone'
import type { Contacts } from './contacts'
import type { Piece } from './pieces'

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

/** A request of one piece, or of several, of which the first product names the request. */
export function quoteBody(contacts: Contacts, pieces: readonly [Piece, ...Piece[]], product: Product | undefined, language: Language) {
  const [first] = pieces
  const image = product?.images[0]?.imageUrl
  return {
    ...contacts,
    phone: normalizePhone(contacts.phone),
    productId: first.productId,
    productName: product === undefined ? null : localized(product, 'name', language),
    productImage: image === undefined ? null : new URL(imageUrl(image), window.location.origin).href,
    ...(pieces.length === 1 ? pieceBody(first) : { items: pieces.map((piece) => ({ productId: piece.productId, ...pieceBody(piece) })) }),
  }
}

function pieceBody({ quantity, color, measuring, measures, measuresOf, note }: Piece) {
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
