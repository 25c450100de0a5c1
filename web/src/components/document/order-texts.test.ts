import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import type { LinkedOrder } from '@/lib/api/linked-order'
import { eventText, headingText, leadText } from './order-texts'

const t = ((key: string) => key) as TFunction
const now = new Date('2026-11-20T08:00:00Z')
const shipped = (method: 'pickup' | 'delivery', on: string | null) =>
  ({ status: 'Shipped', delivery: { method, on, from: null, to: null } }) as LinkedOrder

it('says of an order that its customer collects that it is ready, not on its way', () => {
  const order = shipped('pickup', null)
  expect(headingText(t, order)).toBe('ORDER.HEADING.READY')
  expect(leadText(t, order, 'en', now)).toBe('ORDER.LEAD.READY')
  expect(leadText(t, shipped('pickup', '2026-11-25'), 'en', now)).toBe('OFFER.COLLECTED_ON')
  const event = { kind: 'status', status: 'Shipped', at: now.toISOString() } as LinkedOrder['history'][number]
  expect(eventText(t, event, order, 'en', now)).toBe('ORDER.EVENT.READY')
})

it('says of a shipped order with a delivery that it is on its way', () => {
  expect(headingText(t, shipped('delivery', null))).toBe('ORDER.HEADING.SHIPPED')
  expect(leadText(t, shipped('delivery', '2026-11-25'), 'en', now)).toBe('OFFER.DELIVERED_ON')
})
