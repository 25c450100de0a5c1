import type { Product } from '@/lib/api/types'

/** Numbers that stand for the slots, because the components calculate with sizes; no picture has them. */
const sizes = { width: 98_760, 'largest-width': 98_770, 'largest-height': 98_780 }

/** Returns products whose values are slots. */
export function slotProducts(count: number): Product[] {
  return Array.from({ length: count }, (_, index) => {
    const slot = (name: string) => `{{${String(index + 1)}-${name}}}`
    const picture = `/${slot('picture')}-${String(sizes.width + index + 1)}.webp`
    const texts = {
      name: slot('name'),
      categoryName: slot('category'),
      externalMeasurement: slot('measures'),
      images: [{ imageUrl: picture, ...largest(index + 1), color: null, placeholder: null }],
    }
    // Ids are numbers in the contract, but only rendered into links here.
    return { ...texts, id: slot('id'), categoryId: slot('category-id') } as unknown as Product
  })
}

const largest = (number: number) => ({
  width: sizes['largest-width'] + number,
  height: sizes['largest-height'] + number,
})

/** Replaces the sizes with their slots. */
export function withSizeSlots(html: string): string {
  return Object.entries(sizes).reduce(
    (text, [name, size]) => text.replace(new RegExp(`${String(size / 10)}(\\d)`, 'g'), `{{$1-${name}}}`),
    html,
  )
}
