import { describe, expect, it } from 'vitest'
import { paymentWord } from './payment-word'

describe('the word for the payments of an order', () => {
  it.each([
    ['Pending', 'Pending', 0, 0, 'Pending'],
    ['Processing', 'Processing', 400, 0, 'Processing'],
    // Set by command, without a payment.
    ['Processing', 'Processing', 0, 0, 'Pending'],
    ['Processing', 'Unpaid', 400, 400, 'Unpaid'],
    ['Shipped', 'Paid', 1062.12, 0, 'Paid'],
    ['Shipped', 'Paid', 1062.12, 62.12, 'PartRefunded'],
    // Its lines were corrected.
    ['Processing', 'Paid', 1062.13, 0, 'RefundDue'],
    ['Shipped', 'Refunded', 1062.12, 1062.12, 'Refunded'],
    ['Cancelled', 'Processing', 400, 0, 'RefundDue'],
    ['Cancelled', 'Paid', 1062.12, 0.1, 'RefundDue'],
    ['Cancelled', 'Unpaid', 400, 400, 'Unpaid'],
  ] as const)('of a %s order that is %s, with %d received and %d returned', (status, paymentStatus, paidAmount, refundedAmount, word) => {
    expect(paymentWord({ status, paymentStatus, paidAmount, refundedAmount, totalAmount: 1062.12 })).toBe(word)
  })
})
