import { keepPreviousData, type InfiniteData } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isChanged } from '@shared/api/error'
import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'
import { queryClient, reload } from '@desk/api/query-client'
import type { Conversation, Quote, QuoteRow } from '@desk/api/records'
import type { Filters } from '@desk/list/list'
import { statuses } from '@desk/lib/texts'
import { useChange, type KeyFor } from '@desk/lib/use-change'

export function useCounts(filters: Filters) {
  const counted: Filters = { ...filters, sort: '' }
  return useQuery({ ...query('/desk/quotes/counts', { query: counted }), placeholderData: keepPreviousData })
}

export const useQuote = (number: string) => useQuery(query('/desk/quotes/{number}', { path: { number } }))

const messagesOf = (number: string) => query('/desk/quotes/{number}/messages', { path: { number } })

/** The conversation with the customer. */
export const useMessages = (number: string) => useQuery(messagesOf(number))

/** Shows a changed conversation. */
export const keepMessages = (number: string, conversation: Conversation) =>
  queryClient.setQueryData(messagesOf(number).queryKey, conversation)

/** Shows a changed quote in the open one and in its row, without moving the row. */
export function keepQuote(quote: Quote): void {
  queryClient.setQueryData(query('/desk/quotes/{number}', { path: { number: quote.number } }).queryKey, quote)
  queryClient.setQueriesData<InfiniteData<{ data: QuoteRow[] }>>(
    { queryKey: ['/desk/quotes'], predicate: ({ queryKey }) => queryKey.at(-1) === 'pages' },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          data: page.data.map((row) => (row.number === quote.number ? { ...row, ...rowOf(quote) } : row)),
        })),
      },
  )
  void reload('/desk/quotes/counts')
}

/** A row keeps its group until the list is loaded again. */
function rowOf({ status, assignee, followUp, followUps, waitingSince, version, changedAt, changedBy }: Quote): Partial<QuoteRow> {
  return { status, assignee, followUp, followUps, waitingSince, version, changedAt, changedBy }
}

/** A change of a quote whose answer is the quote; null where it waits for the network. A stale move shows what the quote is now. */
export function useQuoteCall<Input>(
  send: (input: Input, keyFor: KeyFor) => Promise<Quote | null>,
  onDone?: (quote: Quote, input: Input) => void,
) {
  const { t } = useTranslation()
  return useChange({
    send,
    onDone: (quote, input: Input) => {
      if (quote === null) return
      keepQuote(quote)
      onDone?.(quote, input)
    },
    onConflict: (data, error) => {
      if (!isChanged(error)) return undefined
      const present = data as Quote
      keepQuote(present)
      return t('QUOTE.STALE', { status: t(statuses[present.status].text), name: present.assignee?.name ?? t('QUOTES.NOBODYS') })
    },
  })
}
