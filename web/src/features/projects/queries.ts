import { query } from '@/lib/api/client'
import { rarelyChanges } from '@/lib/api/content-queries'
import type { ProductList, Project } from '@/lib/api/types'
import type { ProjectCategory } from './categories'

const projectsOf = ({ data }: { data: Project[] }) => data

/** All projects: the page filters them itself. */
export const projectsQuery = { ...query('/projects', { query: { page: 1, limit: 1000 } }), select: projectsOf }

/** The product with a code, which its search finds first; null without one. */
export const productByCodeQuery = (code: string) => ({
  ...query('/products/search', { query: { searchTerm: code, page: 1, limit: 1 } }),
  select: ({ data }: ProductList) => data.find((product) => product.code === code) ?? null,
  staleTime: rarelyChanges,
  retry: false,
})

export const projectQuery = (id: number) => query('/projects/{id}', { path: { id } })

export const categoryProjectsQuery = (category: ProjectCategory) => ({
  ...query('/projects/category/{category}', { path: { category } }),
  select: projectsOf,
})
