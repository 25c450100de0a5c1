import { useQuery } from '@shared/query/use-query'
import OrderDocument from '@/components/document/OrderDocument'
import { linkedOrderQuery, type LinkedOrder } from '@/lib/api/linked-order'
import type { OfferOrder as Order, PublicOffer } from './calls'

/** The order that was made from the offer, in place of the offer; what the offer knows of it until the order is loaded. */
export default function OfferOrder({ offer, order }: { offer: PublicOffer; order: Order }) {
  const token = order.token ?? null
  const { data } = useQuery(linkedOrderQuery(token ?? ''))
  return <OrderDocument order={data ?? fromOffer(offer, order)} token={data === undefined ? null : token} />
}

function fromOffer(offer: PublicOffer, order: Order): LinkedOrder {
  return {
    orderNumber: order.orderNumber,
    orderDate: order.history[0]?.at ?? offer.decidedAt ?? offer.sentAt,
    status: order.status,
    paymentStatus: order.paymentStatus,
    language: offer.language,
    offerNumber: offer.number,
    items: offer.lines.map(({ name, detail, imageUrl, quantity, unitPrice, subtotal }) => ({
      productName: name,
      productImage: imageUrl,
      detail,
      quantity,
      unitPrice,
      subtotal,
    })),
    deliveryPrice: offer.deliveryPrice,
    totalAmount: order.totalAmount,
    paidAmount: order.paidAmount,
    balance: Math.max(0, Math.round((order.totalAmount - order.paidAmount) * 100) / 100),
    delivery: order.delivery,
    city: null,
    street: null,
    steps: order.history,
    history: [],
    contact: offer.sender,
    hasAccount: false,
  }
}
