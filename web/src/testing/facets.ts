import type { Product } from '@/lib/api/types'

type Test = (product: Product) => boolean

const width = ({ externalMeasurement }: Product) => Number.parseInt(externalMeasurement, 10)
const payable = ({ price, discount }: Product) => (price * (100 - discount)) / 100

/** The filters of a list by their groups. */
function groups(query: URLSearchParams): Record<'category' | 'price' | 'width' | 'colors' | 'availability' | 'discount', Test> {
  const number = (name: string, otherwise: number) => Number(query.get(name) ?? otherwise)
  const colors = query.get('colors')?.split(',')
  const availability = query.get('availability')
  return {
    category: ({ categoryId }) => (query.get('categoryId') ?? String(categoryId)) === String(categoryId),
    price: (product) => payable(product) >= number('minPrice', 0) && payable(product) <= number('maxPrice', Infinity),
    width: (product) => width(product) >= number('minWidth', 0) && width(product) <= number('maxWidth', Infinity),
    colors: (product) => colors === undefined || product.colors.some((slug) => colors.includes(slug)),
    availability: ({ stockQuantity: stock }) =>
      availability === null || (availability === 'stock' ? stock !== null && stock > 0 : stock === null),
    discount: ({ discount }) => query.get('discount') === null || discount > 0,
  }
}

/** The products that pass the filters. */
export function filtered(products: readonly Product[], query: URLSearchParams): Product[] {
  return products.filter((product) => Object.values(groups(query)).every((test) => test(product)))
}

/** The facets as the API counts them: each group with the filters of all others. */
export function facetsOf(products: readonly Product[], query: URLSearchParams) {
  const tests = groups(query)
  const without = (group: keyof typeof tests) =>
    products.filter((product) => Object.entries(tests).every(([name, test]) => name === group || test(product)))
  const counts = (found: readonly Product[], keys: (product: Product) => readonly (string | number)[]) => {
    const byKey: Record<string, number> = {}
    for (const key of found.flatMap(keys)) byKey[key] = (byKey[key] ?? 0) + 1
    return byKey
  }
  const bounds = (values: readonly number[]) =>
    values.length === 0 ? { min: null, max: null } : { min: Math.floor(Math.min(...values)), max: Math.ceil(Math.max(...values)) }
  const prices = without('price').map(payable)
  const { min, max } = bounds(prices)
  const step = ((max ?? 0) - (min ?? 0)) / 12
  const available = without('availability').map(({ stockQuantity }) => stockQuantity)
  return {
    categories: { 1: 0, 2: 0, 3: 0, ...counts(without('category'), ({ categoryId }) => [categoryId]) },
    colors: counts(without('colors'), ({ colors }) => colors),
    availability: {
      stock: available.filter((stock) => stock !== null && stock > 0).length,
      order: available.filter((stock) => stock === null).length,
    },
    discount: without('discount').filter(({ discount }) => discount > 0).length,
    price: {
      min,
      max,
      bars: Array.from(
        { length: 12 },
        (_, index) => prices.filter((price) => Math.min(11, Math.floor((price - (min ?? 0)) / step)) === index).length,
      ),
    },
    width: bounds(without('width').map(width)),
  }
}
