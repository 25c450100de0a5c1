import { useQuery } from '@shared/query/use-query'
import OrderDocument from '@/components/document/OrderDocument'
import { linkedOrderQuery, type LinkedOrder } from '@/lib/api/linked-order'
import type { PublicOffer } from './calls'

type Order = NonNullable<PublicOffer['order']>

/** The order that was made from the offer, in place of the offer; what the offer knows of it until the order is loaded. */
export default function OfferOrder({ offer, order }: { offer: PublicOffer; order: Order }) {
  const { data } = useQuery(linkedOrderQuery(order.token ?? ''))
  return <OrderDocument order={data ?? fromOffer(offer, order)} token={data === undefined ? null : order.token} />
}

function fromOffer(offer: PublicOffer, order: Order): LinkedOrder {
  return {
    orderNumber: order.orderNumber,
    orderDate: order.history[0]?.at ?? offer.decidedAt ?? offer.sentAt ?? '',
    status: order.status,
    paymentStatus: order.paymentStatus,
    language: offer.language,
    offerNumber: offer.number,
    customerName: offer.customerName,
    items: offer.lines.map(({ name, imageUrl, design, ...line }) => ({
      ...line,
      designCode: design?.code ?? null,
      productId: null,
      productName: name,
      productNameAz: name,
      productNameRu: name,
      productNameEn: name,
      productImage: imageUrl,
      isMadeToOrder: false,
    })),
    deliveryPrice: offer.deliveryPrice,
    totalAmount: order.totalAmount,
    paidAmount: order.paidAmount,
    balance: Math.max(0, Math.round((order.totalAmount - order.paidAmount) * 100) / 100),
    delivery: order.delivery && { ...order.delivery, method: 'delivery' },
    city: null,
    street: null,
    steps: order.history,
    history: [],
    contact: offer.sender,
    hasAccount: false,
    conversationToken: null,
  }
}
