import { normalizePhone } from './forms/phone'

/** Returns the address that opens a WhatsApp chat with a number in any spelling, or null where it has no digits. */
export function whatsAppUrl(phone: string, text = ''): string | null {
  const digits = normalizePhone(phone).replace(/\D/g, '')
  if (digits === '') return null
  return `https://wa.me/${digits}${text === '' ? '' : `?text=${encodeURIComponent(text)}`}`
}
