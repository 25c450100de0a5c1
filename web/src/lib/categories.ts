/** The product categories; their ids and order are fixed. */
export const categories = [
  { id: 1, name: 'CATEGORY.WARDROBE' },
  { id: 2, name: 'CATEGORY.KITCHEN' },
  { id: 3, name: 'CATEGORY.FURNITURE' },
] as const

export type CategoryId = (typeof categories)[number]['id']

/** Returns `null` for an unknown id. */
export function parseCategory(value: string | null): CategoryId | null {
  return categories.find(({ id }) => String(id) === value)?.id ?? null
}
