import { queryOptions } from '@tanstack/react-query'
import { api, inlinedBody, unwrap } from '@/lib/api/client'
import { ApiError } from '@shared/api/error'
import type { ProjectCategory } from './categories'

const all = { page: 1, limit: 1000 }

/** All projects: the page filters them itself. */
export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET('/api/v1.0/projects', { signal, params: { query: all } }))).data.data,
  initialData: () => inlinedBody('/api/v1.0/projects', all)?.data.data,
})

export function projectQuery(id: number) {
  return queryOptions({
    queryKey: ['project', id],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/api/v1.0/projects/{id}', { signal, params: { path: { id } } }))).data,
    initialData: () => inlinedBody('/api/v1.0/projects/{id}', {}, { id })?.data,
  })
}

/** The projects of a category. An unknown category fails without a request. */
export function categoryProjectsQuery(category: ProjectCategory | undefined) {
  return queryOptions({
    queryKey: ['projects', category ?? null],
    queryFn: async ({ signal }) => {
      if (category === undefined) throw new ApiError(404, '')
      const call = api.GET('/api/v1.0/projects/category/{category}', { signal, params: { path: { category } } })
      return (await unwrap(call)).data
    },
    initialData: () =>
      category && inlinedBody('/api/v1.0/projects/category/{category}', {}, { category })?.data,
  })
}
