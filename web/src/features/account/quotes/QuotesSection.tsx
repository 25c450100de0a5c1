import { useSearch } from 'wouter'
import { QuoteDetail } from './QuoteDetail'
import { QuoteList } from './QuoteList'
import { readQuotesView } from './quotes-view'

export default function QuotesSection() {
  const { page, quote } = readQuotesView(useSearch())
  return quote === null ? <QuoteList page={page} /> : <QuoteDetail key={quote} number={quote} />
}
