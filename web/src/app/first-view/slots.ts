import type { Product, ProductImage, Project } from '@/lib/api/types'

/** Numbers that stand for the slots, because the components calculate with sizes; no picture has them. */
const sizes = { width: 98_760, 'largest-width': 98_770, 'largest-height': 98_780 }

const largest = (number: number) => ({
  width: sizes['largest-width'] + number,
  height: sizes['largest-height'] + number,
})

/** Returns products whose values are slots. */
export function slotProducts(count: number): Product[] {
  return Array.from({ length: count }, (_, index) => {
    const slot = (name: string) => `{{${String(index + 1)}-${name}}}`
    const picture = `/${slot('picture')}-${String(sizes.width + index + 1)}.webp`
    const texts = {
      name: slot('name'),
      categoryName: slot('category'),
      description: slot('description'),
      externalMeasurement: slot('measures'),
      images: [{ imageUrl: picture, ...largest(index + 1), color: null, placeholder: null }],
    }
    // Ids are numbers in the contract, but only rendered into links here.
    return { ...texts, id: slot('id'), categoryId: slot('category-id') } as unknown as Product
  })
}

/** Returns projects whose values are slots. */
export function slotProjects(count: number): Project[] {
  return Array.from({ length: count }, (_, index) => {
    const slot = (name: string) => `{{${String(index + 1)}-${name}}}`
    const imageUrl = `/${slot('picture')}-${String(sizes.width + index + 1)}.webp`
    const values = {
      id: slot('id'),
      title: slot('name'),
      description: slot('description'),
      isLarge: slot('large'),
      category: null,
      image: { imageUrl, ...largest(index + 1), color: null, placeholder: null },
    }
    return values as unknown as Project
  })
}

/** A picture whose values are slots. */
export const slotPicture: ProductImage = {
  imageUrl: `/{{1-picture}}-${String(sizes.width + 1)}.webp`,
  ...largest(1),
  color: null,
  placeholder: null,
  altAz: '{{1-name}}',
  altRu: '{{1-name}}',
  altEn: '{{1-name}}',
}

/** Category of the project in the first view of a project's page. */
export const slotCategory = { label: '{{1-category}}', slug: '{{1-category-slug}}' }

/** Replaces the sizes with their slots. */
export function withSizeSlots(html: string): string {
  return Object.entries(sizes).reduce(
    (text, [name, size]) => text.replace(new RegExp(`${String(size / 10)}(\\d)`, 'g'), `{{$1-${name}}}`),
    html,
  )
}
