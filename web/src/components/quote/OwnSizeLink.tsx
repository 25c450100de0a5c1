import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { hasOtherSizes } from '@/lib/quote/pieces'
import { openQuote, type QuoteRequest } from '@/stores/quote'

interface OwnSizeLinkProps extends Pick<QuoteRequest, 'product' | 'quantity' | 'color'> {
  className?: string | undefined
  children: ReactNode
}

/** Opens the quote of a product with the customer's own size; in another tab, its page. */
export function OwnSizeLink({ className, children, ...request }: OwnSizeLinkProps) {
  const { product } = request
  if (!hasOtherSizes(product)) {
    return (
      <Link href="/contact-us" className={className}>
        {children}
      </Link>
    )
  }
  return (
    <Link
      href={`/quote?product=${product.id}&size=own`}
      className={className}
      aria-haspopup="dialog"
      onClick={(event) => {
        event.preventDefault()
        openQuote({ ...request, measuring: 'own' })
      }}
    >
      {children}
    </Link>
  )
}
