import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, type InfiniteData } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { desk } from '@desk/api/client'
import { isChanged } from '@desk/api/error'
import { queryKeys } from '@desk/api/keys'
import { queryClient } from '@desk/api/query-client'
import type { Page, Quote, QuoteCounts, QuoteRow } from '@desk/api/types'
import { errorText } from '@desk/lib/errors'
import { statuses } from '@desk/lib/texts'
import { showToast } from '@desk/lib/toasts'
import { without, type Filters } from './filters'

const pageSize = 50

export function useQuotes(filters: Filters, isEnabled: boolean) {
  return useInfiniteQuery({
    queryKey: queryKeys.quotes(filters as Record<string, string>),
    queryFn: ({ pageParam }) => desk.list<QuoteRow>('quotes', { ...filters, limit: pageSize, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    // Rows move only when the person asks for it: the bar of news says that there is something.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    enabled: isEnabled,
  })
}

export function useCounts(filters: Filters, isEnabled: boolean) {
  const own = without(filters, 'sort')
  return useQuery({
    queryKey: queryKeys.quoteCounts(own as Record<string, string>),
    queryFn: () => desk.get<QuoteCounts>('quotes/counts', own),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
}

export const useQuote = (number: string) =>
  useQuery({ queryKey: queryKeys.quote(number), queryFn: () => desk.get<Quote>(`quotes/${number}`) })

/** Shows a changed quote in the open one and in its row, without moving the row. */
export function keepQuote(quote: Quote): void {
  queryClient.setQueryData(queryKeys.quote(quote.number), quote)
  queryClient.setQueriesData<InfiniteData<Page<QuoteRow>>>({ queryKey: queryKeys.allQuoteLists }, (list) =>
    list === undefined
      ? undefined
      : {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            data: page.data.map((row) => (row.number === quote.number ? { ...row, ...rowOf(quote) } : row)),
          })),
        },
  )
  void queryClient.invalidateQueries({ queryKey: queryKeys.allQuoteCounts })
}

/** A row keeps its group until the list is loaded again. */
function rowOf({ status, assignee, followUp, waitingSince, version, changedAt, changedBy }: Quote): Partial<QuoteRow> {
  return { status, assignee, followUp, waitingSince, version, changedAt, changedBy }
}

/** A change of a quote whose answer is the quote. A stale move shows what the quote is now. */
export function useQuoteCall<Input>(send: (input: Input) => Promise<Quote | null>, onDone?: (quote: Quote, input: Input) => void) {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: send,
    onSuccess: (quote, input) => {
      if (quote === null) return
      keepQuote(quote)
      onDone?.(quote, input)
    },
    onError: (error) => {
      const present = isChanged(error) ? (error.data as Quote | null) : null
      if (present === null) {
        showToast({ tone: 'error', text: errorText(t, error) })
        return
      }
      keepQuote(present)
      showToast({
        tone: 'error',
        text: t('QUOTE.STALE', {
          status: t(statuses[present.status].text),
          name: present.assignee?.name ?? t('QUOTES.UNASSIGNED'),
        }),
      })
    },
  })
}
