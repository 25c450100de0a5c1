/** Returns the address that opens a WhatsApp chat with a number in any notation, or null where it has no digits. */
export function whatsAppUrl(phone: string, text = ''): string | null {
  const digits = phone.replace(/\D/g, '')
  if (digits === '') return null
  return `https://wa.me/${digits}${text === '' ? '' : `?text=${encodeURIComponent(text)}`}`
}
