import { useSearch } from 'wouter'
import { useQuery } from '@shared/query/use-query'
import { framed } from '@/components/forms/framed'
import { productQuery } from '@/lib/api/product-queries'
import { parseQuoteQuery } from './quote-query'

const Framed = framed(() => import('./QuoteScreen'))
/** As one element, it does not render with the page when the product comes. */
const screen = <Framed />

/** The form of a quote as a page; its product loads beside its code. */
export default function QuotePage() {
  const { product } = parseQuoteQuery(useSearch())
  useQuery({ ...productQuery(product ?? 0), enabled: product !== null })
  return screen
}
