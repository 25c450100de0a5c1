import type { CartLine } from '@/lib/cart/lines'

/** A line of the cart; what a test does not name does not matter to it. */
export function cartLine(given: Partial<CartLine> = {}): CartLine {
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
    ...given,
  }
}
