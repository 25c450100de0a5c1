import { describe, expect, it } from 'vitest'
import { canCancel, orderStatusKey, paymentStatusKey, statusTone, timeline } from './order-status'

it.each([
  ['Pending', 'ORDER.STATUS.PENDING', 'amber'],
  ['Processing', 'ORDER.STATUS.PROCESSING', 'ink'],
  ['Shipped', 'ORDER.STATUS.SHIPPED', 'ink'],
  ['Delivered', 'ORDER.STATUS.DELIVERED', 'emerald'],
  ['Completed', 'ORDER.STATUS.COMPLETED', 'emerald'],
  ['Cancelled', 'ORDER.STATUS.CANCELLED', 'ruby'],
  ['Lost', undefined, 'ink'],
] as const)('order %s', (status, key, tone) => {
  expect(orderStatusKey(status)).toBe(key)
  expect(statusTone(status)).toBe(tone)
})

it.each([
  ['Pending', 'ORDER.PAYMENT.PENDING', 'amber'],
  ['Paid', 'ORDER.PAYMENT.PAID', 'emerald'],
  ['Unpaid', 'ORDER.PAYMENT.UNPAID', 'amber'],
  ['Refunded', 'ORDER.PAYMENT.REFUNDED', 'grey'],
  ['Processing', 'ORDER.PAYMENT.PROCESSING', 'ink'],
] as const)('payment %s', (status, key, tone) => {
  expect(paymentStatusKey(status)).toBe(key)
  expect(statusTone(status)).toBe(tone)
})

it.each([
  ['Pending', true],
  ['Processing', false],
  ['Cancelled', false],
])('%s may be cancelled: %s', (status, allowed) => {
  expect(canCancel(status)).toBe(allowed)
})

describe('timeline', () => {
  const ordered = '2026-10-02T06:05:00Z'

  it('reaches the current step and takes times from the history', () => {
    const steps = timeline('Shipped', ordered, [{ status: 'Processing', at: '2026-10-05T06:00:00Z' }])
    expect(steps.map(({ status, reached, current, at }) => [status, reached, current, at])).toEqual([
      ['Pending', true, false, ordered],
      ['Processing', true, false, '2026-10-05T06:00:00Z'],
      ['Shipped', true, true, null],
      ['Delivered', false, false, null],
      ['Completed', false, false, null],
    ])
  })

  it('ends with the cancellation', () => {
    const steps = timeline('Cancelled', ordered, [
      { status: 'Pending', at: ordered },
      { status: 'Cancelled', at: '2026-10-03T06:00:00Z' },
    ])
    expect(steps.map(({ status, cancelled, at }) => [status, cancelled, at])).toEqual([
      ['Pending', false, ordered],
      ['Cancelled', true, '2026-10-03T06:00:00Z'],
    ])
    expect(steps.at(-1)?.current).toBe(true)
  })
})
