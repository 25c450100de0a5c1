import { query } from '@/lib/api/client'
import type { Project } from '@/lib/api/types'
import type { ProjectCategory } from './categories'

const projectsOf = ({ data }: { data: Project[] }) => data

/** All projects: the page filters them itself. */
export const projectsQuery = { ...query('/projects', { query: { page: 1, limit: 1000 } }), select: projectsOf }

export const projectQuery = (id: number) => query('/projects/{id}', { path: { id } })

export const categoryProjectsQuery = (category: ProjectCategory) => ({
  ...query('/projects/category/{category}', { path: { category } }),
  select: projectsOf,
})
