import { http, type HttpHandler } from 'msw'
import type { LinkedOrder } from '@/lib/api/linked-order'
import { errorResponse, ok } from './customer'

export const orderToken = 'SB-4K7Q2M0X.k3J9wQ7dYx2LmT0aVb5cZg'

const planned = { method: 'delivery', on: '2099-12-22', from: '10:00', to: '14:00' } as const
const line = { productId: null, listPrice: null, isMadeToOrder: false, designCode: null }
const event = { status: null, amount: null, delivery: null, reason: null }

// An invented order.
export const linkedOrder: LinkedOrder = {
  orderNumber: 'SB-4K7Q2M0X',
  orderDate: '2026-11-23T11:04:00Z',
  status: 'Processing',
  paymentStatus: 'Processing',
  language: 'en',
  offerNumber: 'ST-3V8N1C5T',
  items: [
    {
      ...line,
      productName: 'Oak wardrobe, three doors',
      productNameAz: 'Palıd şkaf, üç qapılı',
      productNameRu: 'Шкаф дубовый, три двери',
      productNameEn: 'Oak wardrobe, three doors',
      productImage: '/images/products/sk-101/1-960.webp',
      detail: '180 × 60 × 250 cm, dark oak',
      quantity: 1,
      unitPrice: 1486,
      subtotal: 1486,
    },
    {
      ...line,
      productName: 'Assembly',
      productNameAz: '',
      productNameRu: '',
      productNameEn: '',
      productImage: null,
      detail: null,
      quantity: 2,
      unitPrice: 620,
      subtotal: 1240,
    },
  ],
  deliveryPrice: 0,
  totalAmount: 2726,
  paidAmount: 817.8,
  balance: 1908.2,
  delivery: planned,
  customerName: 'Leyla',
  city: 'Bakı',
  street: 'Nizami küçəsi',
  steps: [
    { status: 'Pending', at: '2026-11-23T11:04:00Z' },
    { status: 'Processing', at: '2026-11-25T06:20:00Z' },
  ],
  history: [
    { ...event, at: '2026-11-23T11:04:00Z', kind: 'status', status: 'Pending' },
    { ...event, at: '2026-11-25T06:10:00Z', kind: 'paid', amount: 817.8 },
    { ...event, at: '2026-11-25T06:20:00Z', kind: 'status', status: 'Processing' },
    { ...event, at: '2026-11-25T07:00:00Z', kind: 'delivery', delivery: planned },
  ],
  contact: { name: 'Nigar Əliyeva', phone: '+994500001122' },
  hasAccount: false,
  conversationToken: null,
}

/** Answers the calls of one order by its link. */
export function orderByLink(changes: Partial<LinkedOrder> = {}): { bodies: unknown[]; handlers: HttpHandler[] } {
  const bodies: unknown[] = []
  const call = (path: string, answer: (body: Record<string, unknown>) => Response) =>
    http.post(`*/api/v1.0/${path}`, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      bodies.push({ path, ...body })
      return answer(body)
    })
  const known = (token: unknown, data: unknown) => (token === orderToken ? ok(data) : errorResponse(404))
  return {
    bodies,
    handlers: [
      call('orders/view', ({ token }) => known(token, { ...linkedOrder, ...changes })),
      call('orders/link', () => ok()),
      call('account/orders/claim', ({ token }) => known(token, { id: 'order-1' })),
    ],
  }
}
