/** Where the shop is on social networks; the names are said in words. */
export const networks = [
  { key: 'facebook', name: 'Facebook' },
  { key: 'instagram', name: 'Instagram' },
  { key: 'whatsapp', name: 'WhatsApp' },
  { key: 'linkedin', name: 'LinkedIn' },
] as const

export type Network = (typeof networks)[number]['key']

/** The address of a page there, or nothing; WhatsApp is kept as a telephone number. */
export function networkAddress(network: Network, value: string | null): string | null {
  if (value === null || value === '') return null
  if (value.startsWith('https://')) return value
  const digits = value.replace(/\D/g, '')
  return network === 'whatsapp' && digits !== '' ? `https://wa.me/${digits}` : null
}
