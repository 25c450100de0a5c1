import { query } from '@/lib/api/client'
import { rarelyChanges } from '@/lib/api/content-queries'
import type { Project, ProjectCategory } from '@/lib/api/types'
import type { CategoryId } from '@/lib/categories'

export const featuredCount = 8

/** The first products of a category. */
export const featuredQuery = (categoryId: CategoryId) =>
  query('/products/category/{categoryId}', { path: { categoryId }, query: { page: 1, limit: featuredCount } })

/** The active campaign, or `null`. */
export const campaignQuery = { ...query('/campaign/active'), retry: false }

/** The first project of a category, or `null`. */
export const firstProjectQuery = (category: ProjectCategory) => ({
  ...query('/projects/category/{category}', { path: { category }, query: { page: 1, limit: 1 } }),
  select: ({ data }: { data: Project[] }) => data[0] ?? null,
  staleTime: rarelyChanges,
  retry: false,
})
