import { keepPreviousData } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Params } from '@shared/api/contract'
import { useInfiniteQuery } from '@shared/query/use-query'
import { pages } from '@desk/api/client'
import type { DeskPaths } from '@desk/api/records'
import { useMe } from '@desk/api/session'
import { useLanguage } from '@desk/i18n/language'
import { useStores } from '@desk/lib/stores'
import { useTeamNames } from '@desk/lib/team'
import { useNow } from '@desk/lib/use-now'
import { useAddress } from './address'
import type { Drawing, List, ListPath, RowOf } from './list'

const pageSize = 50

interface Page<Row> {
  data: readonly Row[]
  totalRecords: number
  missing?: readonly string[] | null
}

interface Options {
  enabled?: boolean
  staleTime?: number
  refetchOnWindowFocus?: boolean
  refetchOnReconnect?: boolean
}

/** The rows of a list for the filters of the address. */
export function useList<P extends ListPath>(list: List<P>, options: Options = {}) {
  const address = useAddress(list)
  const query = useInfiniteQuery({
    ...pages(list.path, { query: { ...address.filters, limit: pageSize } } as unknown as Params<DeskPaths, 'GET', P>),
    placeholderData: keepPreviousData,
    ...options,
  })
  const loaded = (query.data?.pages ?? []) as unknown as readonly Page<RowOf<P>>[]
  /** Loads further pages up to this number of rows, and returns the rows. */
  const loadAll = async (most: number): Promise<RowOf<P>[]> => {
    let [rows, hasMore] = [loaded.flatMap(({ data }) => data), query.hasNextPage]
    while (hasMore && rows.length < most) {
      const next = (await query.fetchNextPage()) as { data?: { pages: unknown }; hasNextPage: boolean; isError: boolean }
      rows = ((next.data?.pages ?? []) as unknown as readonly Page<RowOf<P>>[]).flatMap(({ data }) => data)
      hasMore = next.hasNextPage && !next.isError
    }
    return rows.slice(0, most)
  }
  return {
    ...address,
    query,
    rows: loaded.flatMap(({ data }) => data),
    loadAll,
    total: loaded[0]?.totalRecords ?? 0,
    /** Services whose rows are missing. */
    missing: [...new Set(loaded.flatMap((page) => page.missing ?? []))],
  }
}

/** Context of the cells and choices of a list. */
export function useDrawing(): Drawing {
  const { t } = useTranslation()
  const { stores, nameOf } = useStores()
  return {
    t,
    language: useLanguage(),
    me: useMe(),
    now: useNow(),
    team: useTeamNames(),
    stores: stores.map(({ id }) => ({ id, name: nameOf(id) })),
  }
}
