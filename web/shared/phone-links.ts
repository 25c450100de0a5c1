import { parsePhone } from './forms/phone'

/** Returns the address that dials a number in any spelling, or null for a text that is no number. */
export function callUrl(phone: string): string | null {
  const number = parsePhone(phone)
  return number === null ? null : `tel:${number}`
}

/** Returns the address that opens a WhatsApp chat with a number in any spelling, or null for a text that is no number. */
export function whatsAppUrl(phone: string, text = ''): string | null {
  const number = parsePhone(phone)
  if (number === null) return null
  return `https://wa.me/${number.replace('+', '')}${text === '' ? '' : `?text=${encodeURIComponent(text)}`}`
}
