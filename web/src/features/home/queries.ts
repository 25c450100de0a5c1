import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/lib/api/client'
import { rarelyChanges } from '@/lib/api/content-queries'
import type { ProjectCategory } from '@/lib/api/types'
import type { CategoryId } from '@/lib/categories'

export const featuredCount = 8

/** The first products of a category. */
export function featuredQuery(categoryId: CategoryId) {
  return queryOptions({
    queryKey: ['featured', categoryId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1.0/products/category/{categoryId}', {
          signal,
          params: { path: { categoryId }, query: { page: 1, limit: featuredCount } },
        }),
      ),
  })
}

/** The active campaign, or `null`. */
export const campaignQuery = queryOptions({
  queryKey: ['campaign'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1.0/campaign/active', { signal }))).data,
  retry: false,
})

/** The first project of a category, or `null`. */
export function firstProjectQuery(category: ProjectCategory) {
  return queryOptions({
    queryKey: ['first-project', category],
    queryFn: async ({ signal }) => {
      const { data } = await unwrap(
        api.GET('/api/v1.0/projects/category/{category}', {
          signal,
          params: { path: { category }, query: { page: 1, limit: 1 } },
        }),
      )
      return data[0] ?? null
    },
    staleTime: rarelyChanges,
    retry: false,
  })
}
