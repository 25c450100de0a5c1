/** Categories of projects; the slugs are those of paths and of the API. */
export const projectCategories = [
  { slug: 'wardrobe', name: 'CATEGORY.WARDROBE' },
  { slug: 'kitchen', name: 'CATEGORY.KITCHEN' },
  { slug: 'garden', name: 'NAV.GARDEN' },
] as const

export type ProjectCategory = (typeof projectCategories)[number]['slug']

/** Finds a category by its slug in any case. */
export function findCategory(text: string | null): (typeof projectCategories)[number] | undefined {
  const lowerCase = text?.toLowerCase()
  return projectCategories.find(({ slug }) => slug === lowerCase)
}

/** Returns the projects of a category, or all without one. */
export function filterByCategory<Item extends { category: string | null }>(
  projects: readonly Item[],
  category: ProjectCategory | undefined,
): readonly Item[] {
  return category === undefined ? projects : projects.filter((project) => project.category?.toLowerCase() === category)
}

/** Returns the project after this one, or the first after the last; `undefined` without another one. */
export function nextProject<Item extends { id: number }>(projects: readonly Item[], id: number): Item | undefined {
  const index = projects.findIndex((project) => project.id === id)
  const next = projects[(index + 1) % projects.length]
  return next?.id === id ? undefined : next
}
