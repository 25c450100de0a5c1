import { queryOptions, type QueryClient, type UseMutationOptions } from '@tanstack/react-query'
import { parseStored, readStored, writeStored } from '@shared/storage'
import { call } from '@/lib/api/client'
import type { WishlistItem } from '@/lib/api/types'

const storageKey = 'favorites'

interface Wishlist {
  /** Products with a pressed heart; until the server answers, those of the local storage. */
  ids: readonly number[]
  items?: readonly WishlistItem[] | undefined
}

function storedIds(): number[] {
  const value = parseStored(readStored(storageKey))
  return Array.isArray(value) ? value.filter((id): id is number => Number.isInteger(id)) : []
}

export function storeIds(ids: readonly number[]): void {
  writeStored(storageKey, JSON.stringify(ids))
}

export const wishlistQuery = queryOptions({
  queryKey: ['/account/wishlist'],
  queryFn: async ({ signal }): Promise<Wishlist> => {
    const items = await call('GET', '/account/wishlist', { signal })
    const ids = items.map(({ productId }) => productId)
    storeIds(ids)
    return { ids, items }
  },
  initialData: (): Wishlist => ({ ids: storedIds() }),
  initialDataUpdatedAt: 0,
  staleTime: ({ state }) => (state.data?.items ? Infinity : 0),
})

/** Writes what the server has confirmed. */
export function changeWishlist(client: QueryClient, change: (ids: readonly number[]) => readonly number[]): void {
  client.setQueryData(wishlistQuery.queryKey, (list) => {
    if (list === undefined) return list
    const ids = change(list.ids)
    storeIds(ids)
    return { ids, items: list.items?.filter(({ productId }) => ids.includes(productId)) }
  })
}

interface Wish {
  productId: number
  wished: boolean
}

/** Puts a product on the wishlist or takes it off; the list changes when the server has answered. */
export const wishMutation: UseMutationOptions<unknown, Error, Wish> = {
  scope: { id: 'wishlist' },
  mutationFn: ({ productId, wished }) => {
    const path = { productId }
    return wished ? call('POST', '/account/wishlist/{productId}', { path }) : call('DELETE', '/account/wishlist/{productId}', { path })
  },
  onMutate: (_, { client }) => client.cancelQueries({ queryKey: wishlistQuery.queryKey }),
  onSuccess: (_data, { productId, wished }, _result, { client }) =>
    changeWishlist(client, (ids) => {
      const others = ids.filter((id) => id !== productId)
      return wished ? [...others, productId] : others
    }),
  onSettled: (_data, _error, _wish, _result, { client }) => {
    void client.invalidateQueries({ queryKey: wishlistQuery.queryKey })
  },
}
