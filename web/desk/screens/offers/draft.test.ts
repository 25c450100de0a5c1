import { expect, it } from 'vitest'
import type { OfferLine } from '@desk/api/records'
import { freeLine } from '@desk/components/lines/line'
import { withIds } from './draft'

const sent = freeLine()
const answered = {
  id: 'saved',
  productId: null,
  code: null,
  catalog: null,
  design: null,
  isMadeToOrder: true,
  isPriceToCheck: true,
} as OfferLine

it('takes the marks of the service over into a line that is typed on', () => {
  const typed = { ...sent, quantity: '2' }
  expect(withIds([typed], [sent], [answered], 'en')).toEqual([{ ...typed, id: 'saved', isMadeToOrder: true, isPriceToCheck: true }])
})

it('keeps the marks that were set meanwhile', () => {
  const typed = { ...sent, isMadeToOrder: false, isPriceToCheck: false }
  expect(withIds([typed], [sent], [answered], 'en')).toEqual([{ ...typed, id: 'saved' }])
})
