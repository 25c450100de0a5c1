import { expect, it } from 'vitest'
import { orderStatusViews, paymentStatusViews } from './orders'

it('draws each status in the tone of the shop', () => {
  const tones = (views: Record<string, { tone: string }>) => Object.fromEntries(Object.entries(views).map(([name, { tone }]) => [name, tone]))
  expect(tones(orderStatusViews)).toEqual({
    Pending: 'amber',
    Processing: 'ink',
    Shipped: 'ink',
    Delivered: 'emerald',
    Completed: 'emerald',
    Cancelled: 'ruby',
  })
  expect(tones(paymentStatusViews)).toEqual({ Pending: 'amber', Processing: 'ink', Paid: 'emerald', Unpaid: 'amber', Refunded: 'grey' })
})
