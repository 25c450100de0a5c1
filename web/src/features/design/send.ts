import { ApiError } from '@shared/api/error'
import { normalizePhone } from '@shared/forms/phone'
import type { DesignCode } from '@shared/rules/code'
import type { Band } from '@shared/rules/price'
import { call } from '@/lib/api/client'
import type { Contacts } from '@/lib/quote/contacts'
import type { Receipt } from '@/lib/quote/send'
import { withVisit } from '@/lib/sent-visit'

/** A design as it is sent: with the band that the shopper saw, or as a wish without a price. */
interface SentDesign {
  code: DesignCode
  /** `null` where no band was shown: a wish, or the rates did not load. */
  band: Band | null
  isWish: boolean
}

const manat = (qepik: number): number => qepik / 100

export function designBody({ note, ...contacts }: Contacts & { note: string }, { code, band, isWish }: SentDesign) {
  return {
    ...contacts,
    phone: normalizePhone(contacts.phone),
    ...(note.trim() !== '' && { note: note.trim() }),
    items: [
      {
        quantity: 1,
        design: { code, ...(band !== null && { low: manat(band.low), high: manat(band.high) }), ...(isWish && { asWish: true }) },
      },
    ],
  }
}

/** Rejects with an `ApiError`. */
export async function sendDesign(body: ReturnType<typeof designBody>, key: string): Promise<Receipt> {
  return call('POST', '/ProductInquiries/submit', { body: withVisit(body), key })
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The service's band of a refusal because prices were renewed; `null` for another error. */
export function changedBand(error: unknown): Band | null {
  if (!(error instanceof ApiError) || error.status !== 409 || !isRecord(error.data) || !Array.isArray(error.data.items)) return null
  const first: unknown = error.data.items[0]
  if (!isRecord(first) || typeof first.low !== 'number' || typeof first.high !== 'number') return null
  return { low: Math.round(first.low * 100), high: Math.round(first.high * 100) }
}
