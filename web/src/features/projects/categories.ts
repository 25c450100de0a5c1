/** What projects are about; addresses and the API name them alike. */
export const projectCategories = [
  { slug: 'wardrobe', name: 'CATEGORY.WARDROBE' },
  { slug: 'kitchen', name: 'CATEGORY.KITCHEN' },
  { slug: 'garden', name: 'NAV.GARDEN' },
] as const

export type ProjectCategory = (typeof projectCategories)[number]['slug']

/** A category by its name in any case. */
export function findCategory(text: string | null): (typeof projectCategories)[number] | undefined {
  const wanted = text?.toLowerCase()
  return projectCategories.find(({ slug }) => slug === wanted)
}

/** Those of one category, whatever the case of its name; all of them where none is named. */
export function ofCategory<Item extends { category: string | null }>(
  projects: readonly Item[],
  category: ProjectCategory | undefined,
): readonly Item[] {
  return category === undefined ? projects : projects.filter((project) => project.category?.toLowerCase() === category)
}

/** The one after this, and after the last the first; nothing where there is no other. */
export function nextProject<Item extends { id: number }>(projects: readonly Item[], id: number): Item | undefined {
  const at = projects.findIndex((project) => project.id === id)
  const next = projects[(at + 1) % projects.length]
  return next?.id === id ? undefined : next
}
