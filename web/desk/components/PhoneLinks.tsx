import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { callUrl, whatsAppUrl } from '@shared/phone-links'

interface PhoneLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target' | 'rel'> {
  /** As the customer typed it; the contact form takes any text. */
  phone: string
}

/** A link that dials a number. For a text that is no number, renders `otherwise`. */
export function CallLink({ phone, otherwise = null, children, ...anchor }: PhoneLinkProps & { otherwise?: ReactNode }) {
  const url = callUrl(phone)
  return url === null ? (
    otherwise
  ) : (
    <a {...anchor} href={url}>
      {children}
    </a>
  )
}

/** A link that opens a WhatsApp chat with a number; nothing for a text that is no number. */
export function ChatLink({ phone, children, ...anchor }: PhoneLinkProps) {
  const url = whatsAppUrl(phone)
  return url === null ? null : (
    <a {...anchor} href={url} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}
