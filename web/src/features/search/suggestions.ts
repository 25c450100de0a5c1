import type { Schemas } from '@shared/api/contract'

type Suggestions = Schemas['Suggestions']

/** An entry of the list below the search field, with the path that it leads to. */
export type Suggestion =
  | { kind: 'category'; path: string; of: Suggestions['categories'][number] }
  | { kind: 'product'; path: string; of: Suggestions['products'][number] }
  | { kind: 'project'; path: string; of: Suggestions['projects'][number] }

/** Products that are suggested beside categories or projects, so that the list stays within the window. */
const productsBeside = 5

/** The entries in their order: categories, products, projects. */
export function suggestionsOf({ categories, products, projects }: Suggestions): Suggestion[] {
  const shown = categories.length + projects.length > 0 ? products.slice(0, productsBeside) : products
  return [
    ...categories.map((of): Suggestion => ({ kind: 'category', path: `/shop?category=${String(of.id)}`, of })),
    ...shown.map((of): Suggestion => ({ kind: 'product', path: `/shop/${String(of.id)}`, of })),
    ...projects.map((of): Suggestion => ({ kind: 'project', path: `/projects/${String(of.id)}`, of })),
  ]
}
