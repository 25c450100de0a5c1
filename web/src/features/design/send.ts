import { normalizePhone } from '@shared/forms/phone'
import { call } from '@/lib/api/client'
import type { Contacts } from '@/lib/quote/contacts'
import type { Receipt } from '@/lib/quote/send'
import { designBody, type SentDesign } from '@/lib/quote/sent-design'
import { withVisit } from '@/lib/sent-visit'

export function requestBody({ note, ...contacts }: Contacts & { note: string }, design: SentDesign) {
  return {
    ...contacts,
    phone: normalizePhone(contacts.phone),
    ...(note.trim() !== '' && { note: note.trim() }),
    items: [{ quantity: 1, design: designBody(design) }],
  }
}

/** Rejects with an `ApiError`. */
export async function sendDesign(body: ReturnType<typeof requestBody>, key: string): Promise<Receipt> {
  return call('POST', '/ProductInquiries/submit', { body: withVisit(body), key })
}
