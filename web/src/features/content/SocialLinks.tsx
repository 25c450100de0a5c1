import { useQuery } from '@tanstack/react-query'
import { storesQuery } from './queries'

const networks = [
  ['facebook', 'Facebook'],
  ['instagram', 'Instagram'],
  ['whatsapp', 'WhatsApp'],
  ['linkedin', 'LinkedIn'],
] as const

/** WhatsApp is kept as a telephone number, the others as addresses. */
function address(network: (typeof networks)[number][0], value: string): string | null {
  if (value.startsWith('https://')) return value
  return network === 'whatsapp' ? `https://wa.me/${value.replace(/\D/g, '')}` : null
}

/** The networks in words, as list items; none while they are not known. */
export function SocialLinks({ className }: { className?: string | undefined }) {
  const { data } = useQuery(storesQuery)
  const store = data?.[0]
  if (store === undefined) return null
  return networks.map(([key, name]) => {
    const href = address(key, store[key] ?? '')
    return (
      href !== null && (
        <li key={key}>
          <a href={href} className={className} rel="noopener" target="_blank">
            {name}
          </a>
        </li>
      )
    )
  })
}
