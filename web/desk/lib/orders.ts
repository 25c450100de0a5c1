import { isChanged } from '@shared/api/error'
import { formatShortDay, formatWeekdayAndDay } from '@shared/dates'
import type { Language } from '@shared/language'
import { orderTones, paymentTones } from '@shared/order-status'
import { paymentWord, paymentWordTones } from '@shared/payment-word'
import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'
import { queryClient, reload } from '@desk/api/query-client'
import type { Delivery, Order, OrderRow } from '@desk/api/records'
import type { CancelledBecause, OrderSource, OrderStatus, PaymentMethod, PaymentStatus, Permission } from '@desk/api/words'
import type { StatusView } from '@desk/components/Parts'
import type { TextKey } from '@shared/text-key'
import { useChange, type KeyFor } from './use-change'

export const orderStatusViews = {
  Pending: { text: 'ORDER_STATUS.PENDING', tone: orderTones.Pending, isFilled: false },
  Processing: { text: 'ORDER_STATUS.PROCESSING', tone: orderTones.Processing, isFilled: false },
  Shipped: { text: 'ORDER_STATUS.SHIPPED', tone: orderTones.Shipped, isFilled: true },
  Delivered: { text: 'ORDER_STATUS.DELIVERED', tone: orderTones.Delivered, isFilled: false },
  Completed: { text: 'ORDER_STATUS.COMPLETED', tone: orderTones.Completed, isFilled: true },
  Cancelled: { text: 'ORDER_STATUS.CANCELLED', tone: orderTones.Cancelled, isFilled: false },
} as const satisfies Record<OrderStatus, StatusView>

/** The status of an order. One that its customer collects is not on its way. */
export const orderStatusView = ({ status, delivery }: Pick<OrderRow, 'status' | 'delivery'>): StatusView =>
  status === 'Shipped' && delivery?.method === 'pickup'
    ? { ...orderStatusViews.Shipped, text: 'ORDER_STATUS.READY' }
    : orderStatusViews[status]

export const paymentStatusViews = {
  Pending: { text: 'PAYMENT.PENDING', tone: paymentTones.Pending, isFilled: false },
  Processing: { text: 'PAYMENT.PROCESSING', tone: paymentTones.Processing, isFilled: false },
  Paid: { text: 'PAYMENT.PAID', tone: paymentTones.Paid, isFilled: true },
  Unpaid: { text: 'PAYMENT.UNPAID', tone: paymentTones.Unpaid, isFilled: false },
  Refunded: { text: 'PAYMENT.REFUNDED', tone: paymentTones.Refunded, isFilled: true },
} as const satisfies Record<PaymentStatus, StatusView>

/** How the payments of an order are drawn: by their sums too. */
export function paymentViewOf(
  order: Pick<OrderRow, 'status' | 'paymentStatus' | 'paidAmount' | 'refundedAmount' | 'totalAmount'>,
): StatusView {
  const word = paymentWord(order)
  if (word === 'PartRefunded') return { text: 'PAYMENT.PART_REFUNDED', tone: paymentWordTones[word], isFilled: true }
  if (word === 'RefundDue') return { text: 'PAYMENT.REFUND_DUE', tone: paymentWordTones[word], isFilled: false }
  return paymentStatusViews[word]
}

/** The step that leads to a status, and who may take it. */
export const steps = {
  Processing: { text: 'ORDER.TO_PROCESSING', permission: 'orders.process' },
  Shipped: { text: 'ORDER.TO_SHIPPED', permission: 'orders.ship' },
  Delivered: { text: 'ORDER.TO_DELIVERED', permission: 'orders.ship' },
  Completed: { text: 'ORDER.TO_COMPLETED', permission: 'orders.complete' },
} as const satisfies Partial<Record<OrderStatus, { text: TextKey; permission: Permission }>>

export type Step = keyof typeof steps

/** The next step of an order that this person may take; the gateway says which statuses they can reach. */
export const nextStep = ({ allowedStatuses }: Pick<Order, 'allowedStatuses'>): Step | null =>
  (Object.keys(steps) as Step[]).find((step) => allowedStatuses.includes(step)) ?? null

export const orderSourceTexts = {
  website: 'SOURCES.WEBSITE',
  offer: 'ORDER.FROM_OFFER',
  walkIn: 'SOURCES.WALK_IN',
  phone: 'SOURCES.PHONE',
  whatsapp: 'SOURCES.WHATSAPP',
  other: 'SOURCES.OTHER',
} as const satisfies Record<OrderSource, TextKey>

export const cancelReasonTexts = {
  customerChangedMind: 'ORDER.REASON_CHANGED_MIND',
  unpaid: 'ORDER.REASON_UNPAID',
  outOfStock: 'ORDER.REASON_OUT_OF_STOCK',
  duplicate: 'ORDER.REASON_DUPLICATE',
  mistake: 'ORDER.REASON_MISTAKE',
  other: 'REASONS.OTHER',
  customer: 'ORDER.REASON_CUSTOMER',
  staff: 'ORDER.REASON_STAFF',
  lapsed: 'ORDER.REASON_LAPSED',
} as const satisfies Record<CancelledBecause, TextKey>

export const paymentMethodTexts = {
  cash: 'PAYMENT.CASH',
  card: 'PAYMENT.CARD',
  transfer: 'PAYMENT.TRANSFER',
  other: 'PAYMENT.OTHER',
} as const satisfies Record<PaymentMethod, TextKey>

/** Seconds in which a step can be taken back; the server counts too. */
export const undoSeconds = 8

/** Path of an order below `/desk`. */
export const orderPath = (number: string) => `/orders/${number}`

/** `10:00–14:00`; empty without times. */
const deliveryTimes = ({ from, to }: Delivery): string => (from === null || to === null ? '' : `${from}–${to}`)

/** `25 noy, 10:00–14:00`, or with the day of the week; empty without a day. */
export function deliveryDay(delivery: Delivery, language: Language, isLong = false): string {
  if (delivery.on === null) return ''
  const day = isLong ? formatWeekdayAndDay(delivery.on, language) : formatShortDay(delivery.on, language)
  return [day, deliveryTimes(delivery)].filter((part) => part !== '').join(', ')
}

export const useOrder = (number: string) => useQuery(query('/desk/orders/{number}', { path: { number } }))

/** Shows a changed order, and reads the lists that it stands in again. */
export function keepOrder(order: Order): void {
  queryClient.setQueryData(query('/desk/orders/{number}', { path: { number: order.orderNumber } }).queryKey, order)
  void reload('/desk/orders', '/desk/orders/counts')
}

/** Shows what an order is now after a stale change, and returns its version; null if the change failed for another reason. */
export function keepPresent(error: unknown): number | null {
  if (!isChanged(error) || error.data === null) return null
  const present = error.data as Order
  keepOrder(present)
  return present.version
}

/** A change of an order whose answer is the order. A stale one shows what the order is now. */
export function useOrderCall<Input>(send: (input: Input, keyFor: KeyFor) => Promise<Order>, onDone?: (order: Order, input: Input) => void) {
  return useChange<Input, Order>({
    send,
    onDone: (order, input) => {
      keepOrder(order)
      onDone?.(order, input)
    },
    onConflict: (present, error) => {
      if (isChanged(error)) keepOrder(present as Order)
      return undefined
    },
  })
}
