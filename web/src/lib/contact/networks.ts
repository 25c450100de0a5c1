import { whatsAppUrl } from '@shared/phone-links'

/** Social networks of the shop. */
export const networks = [
  { key: 'facebook', name: 'Facebook' },
  { key: 'instagram', name: 'Instagram' },
  { key: 'whatsapp', name: 'WhatsApp' },
  { key: 'linkedin', name: 'LinkedIn' },
] as const

export type Network = (typeof networks)[number]['key']

/** Returns the URL of a profile, or `null`; WhatsApp profiles are stored as phone numbers. */
export function networkUrl(network: Network, value: string | null): string | null {
  if (value === null || value === '') return null
  if (value.startsWith('https://')) return value
  return network === 'whatsapp' ? whatsAppUrl(value) : null
}
