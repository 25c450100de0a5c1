/** The shop's categories; ids and their order are fixed. */
export const categories = [
  { id: 1, name: 'CATEGORY.WARDROBE' },
  { id: 2, name: 'CATEGORY.KITCHEN' },
  { id: 3, name: 'CATEGORY.FURNITURE' },
] as const

export type CategoryId = (typeof categories)[number]['id']

/** Only 1, 2 and 3 are honoured. */
export function parseCategory(value: string | null): CategoryId | null {
  return categories.find(({ id }) => String(id) === value)?.id ?? null
}
