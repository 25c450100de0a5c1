import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useQuery } from '@shared/query/use-query'
import { useSession } from '@/lib/session'
import { joinLines } from './join-lines'
import { readProducts } from './guest-products'
import { useServerCart, useShownGuestLines } from '@/lib/cart/query'

/** The products of guest lines, whose prices are never stored. */
const guestProductsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['guest-products', ids],
    queryFn: ({ client }) => readProducts(client, ids),
    placeholderData: keepPreviousData,
  })

/** The lines of the cart: the server's, of a signed-in visitor, and those that the browser keeps. */
export function useCart(refetchOnMount: 'always' | true = true) {
  const status = useSession((state) => state.status)
  const server = useServerCart(refetchOnMount)
  const guest = useShownGuestLines()
  const ids = useMemo(() => [...new Set(guest.map(({ productId }) => productId))].sort((left, right) => left - right), [guest])
  const products = useQuery({ ...guestProductsQuery(ids), enabled: ids.length > 0 })
  const known = products.data
  const lines = server.data
  const data = useMemo(() => {
    if (ids.length === 0) return lines
    return known === undefined ? undefined : joinLines(lines ?? [], guest, known)
  }, [lines, guest, known, ids])
  const failed = server.error === null ? products : server
  return {
    data,
    error: data === undefined ? failed.error : null,
    isPending: data === undefined && failed.error === null && !(status === 'anonymous' && ids.length === 0),
    refetch: () => void failed.refetch(),
  }
}
