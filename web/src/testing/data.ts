import type { CartLine } from '@/lib/cart/lines'

/** A cart line with default values. */
export function cartLine(overrides: Partial<CartLine> = {}): CartLine {
  return {
    id: 1,
    name: 'Oak wardrobe',
    nameAz: 'Palıd şkaf',
    nameRu: 'Дубовый шкаф',
    nameEn: 'Oak wardrobe',
    description: 'Three doors.',
    descriptionAz: 'Üç qapılı.',
    descriptionRu: 'Три двери.',
    descriptionEn: 'Three doors.',
    price: 1249,
    discount: 0,
    userSpecificDiscount: 0,
    quantity: 1,
    image: null,
    color: null,
    sold: true,
    ...overrides,
  }
}
