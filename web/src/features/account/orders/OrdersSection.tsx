import { useSearch } from 'wouter'
import { readOrdersView } from './orders-view'
import { OrderDetail } from './OrderDetail'
import { OrderList } from './OrderList'

export default function OrdersSection() {
  const view = readOrdersView(useSearch())
  return view.order === null ? <OrderList view={view} /> : <OrderDetail key={view.order} id={view.order} />
}
