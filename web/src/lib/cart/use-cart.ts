import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useQuery } from '@shared/query/use-query'
import { useSession } from '@/lib/session'
import { joinLines } from './join-lines'
import { readProducts } from './kept-products'
import { useServerCart, useShownKept } from './query'

/** The products of kept lines, whose prices are never kept. */
const keptProductsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['kept-products', ids],
    queryFn: ({ client }) => readProducts(client, ids),
    placeholderData: keepPreviousData,
  })

/** The lines of the cart: the server's, of a signed-in visitor, and those that the browser keeps. */
export function useCart(refetchOnMount: 'always' | true = true) {
  const status = useSession((state) => state.status)
  const server = useServerCart(refetchOnMount)
  const kept = useShownKept()
  const ids = useMemo(() => [...new Set(kept.map(({ productId }) => productId))].sort((left, right) => left - right), [kept])
  const products = useQuery({ ...keptProductsQuery(ids), enabled: ids.length > 0 })
  const known = products.data
  const lines = server.data
  const data = useMemo(() => {
    if (ids.length === 0) return lines
    return known === undefined ? undefined : joinLines(lines ?? [], kept, known)
  }, [lines, kept, known, ids])
  const failed = server.error === null ? products : server
  return {
    data,
    error: data === undefined ? failed.error : null,
    isPending: data === undefined && failed.error === null && !(status === 'anonymous' && ids.length === 0),
    refetch: () => void failed.refetch(),
  }
}
