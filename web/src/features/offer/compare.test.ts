import { expect, it } from 'vitest'
import type { OfferLine } from './calls'
import { compareLines } from './compare'

const line = (name: string, unitPrice: number): OfferLine => ({
  name,
  detail: '',
  imageUrl: null,
  design: null,
  quantity: 1,
  listPrice: unitPrice,
  discount: 0,
  unitPrice,
  subtotal: unitPrice,
  vat: null,
})

it('tells changed, new and removed lines from the others', () => {
  const before = [line('Kitchen', 5814), line('Carousel', 240), line('Slides', 34)]
  const now = [line('Slides', 34), line('Kitchen', 5600), line('Lamp', 80)]
  expect(compareLines(before, now)).toEqual({ changes: [null, 'changed', 'new'], removed: ['Carousel'] })
})
