import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '@/lib/api/client'
import type { CategoryId } from '@/lib/categories'

export const featuredCount = 8

/** The first eight of a category. */
export function featuredQuery(categoryId: CategoryId) {
  return queryOptions({
    queryKey: ['featured', categoryId],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/v1.0/products/category/{categoryId}', {
          signal,
          params: { path: { categoryId }, query: { page: 1, limit: featuredCount } },
        }),
      ),
  })
}
