import type { Product } from '@/lib/api/types'

/** Widths that no picture has: the widths of pictures are read from their names and have to be numbers. */
const widths = 98_760

/** So many products that are nothing but slots; all texts are those of the page's language. */
export function slotProducts(count: number): Product[] {
  return Array.from({ length: count }, (_, index) => {
    const slot = (name: string) => `{{${String(index + 1)}-${name}}}`
    const picture = `/${slot('picture')}-${String(widths + index + 1)}.webp`
    const texts = {
      name: slot('name'),
      categoryName: slot('category'),
      externalMeasurement: slot('measures'),
      images: [{ imageUrl: picture, width: 960, height: 1200, color: null, placeholder: null }],
    }
    // Ids are numbers in the contract, and only ever written into links here.
    return { ...texts, id: slot('id'), categoryId: slot('category-id') } as unknown as Product
  })
}

/** Slots in place of the widths, too. */
export function withWidthSlots(html: string): string {
  return html.replace(/9876(\d)/g, '{{$1-width}}')
}
