import type { Product } from '@/lib/api/types'

/** Sizes that no picture has, by the names of their slots: they are reckoned with, and have to be numbers. */
const sizes = { width: 98_760, 'largest-width': 98_770, 'largest-height': 98_780 }

/** So many products that are nothing but slots; all texts are those of the page's language. */
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
    // Ids are numbers in the contract, and only ever written into links here.
    return { ...texts, id: slot('id'), categoryId: slot('category-id') } as unknown as Product
  })
}

const largest = (number: number) => ({
  width: sizes['largest-width'] + number,
  height: sizes['largest-height'] + number,
})

/** Slots in place of the sizes, too. */
export function withSizeSlots(html: string): string {
  return Object.entries(sizes).reduce(
    (text, [name, size]) => text.replace(new RegExp(`${String(size / 10)}(\\d)`, 'g'), `{{$1-${name}}}`),
    html,
  )
}
