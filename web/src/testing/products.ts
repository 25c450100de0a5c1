import type { Product } from '@/lib/api/types'

const categoryNames = [
  ['Wardrobe', 'Şkaf', 'Шкаф'],
  ['Kitchen', 'Mətbəx', 'Кухня'],
  ['Joint', 'Birləşmə', 'Соединение'],
] as const

/** A product with default values. */
export function product(given: Partial<Product> & { id: number }): Product {
  const categoryId = given.categoryId ?? 1
  const [categoryNameEn, categoryNameAz, categoryNameRu] = categoryNames[categoryId - 1] ?? categoryNames[0]
  const name = `${categoryNameEn} ${String(given.id)}`
  return {
    code: `T-${String(given.id)}`,
    name,
    nameAz: `${categoryNameAz} ${String(given.id)}`,
    nameRu: `${categoryNameRu} ${String(given.id)}`,
    nameEn: name,
    description: 'Made of oak.',
    descriptionAz: 'Palıddan.',
    descriptionRu: 'Из дуба.',
    descriptionEn: 'Made of oak.',
    price: 100 * given.id,
    discount: 0,
    userSpecificDiscount: 0,
    categoryId,
    categoryName: categoryNameEn,
    categoryNameAz,
    categoryNameRu,
    categoryNameEn,
    isActive: true,
    externalMeasurement: '150 × 60 × 210 cm',
    externalMeasurementAz: '150 × 60 × 210 sm',
    externalMeasurementRu: '150 × 60 × 210 см',
    externalMeasurementEn: '150 × 60 × 210 cm',
    internalMeasurement: 'Drawer: 69 × 52 × 36 cm',
    internalMeasurementAz: '',
    internalMeasurementRu: '',
    internalMeasurementEn: '',
    features: 'null',
    featuresAz: '',
    featuresRu: '',
    featuresEn: '',
    stockQuantity: 6,
    stock: 6,
    createdAt: '2026-01-01T00:00:00Z',
    popularity: 1,
    rating: 4,
    reviewCount: 12,
    ...(categoryId === 1 && { front: { kind: 'doors', doors: 3, drawers: 2, drawerRows: 1, legs: true } }),
    colors: ['oak', 'walnut'],
    images: [
      { imageUrl: '/images/products/x/1-960.svg', width: 960, height: 1200, color: 'oak', placeholder: null },
      { imageUrl: '/images/products/x/2-960.svg', width: 960, height: 1200, color: 'walnut', placeholder: null },
    ],
    ...given,
  }
}

/** 9 wardrobes, 8 kitchens, 7 joints; the first is 15 % off. */
export const products: Product[] = Array.from({ length: 24 }, (_, index) =>
  product({
    id: index + 1,
    categoryId: index < 9 ? 1 : index < 17 ? 2 : 3,
    ...(index === 0 && { price: 1249, discount: 15 }),
  }),
)
