import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { detailsQuery } from '@/lib/api/account-queries'
import { AttemptKeys } from '@shared/api/attempt'
import { call } from '@/lib/api/client'
import { ApiError, isTransient, serverMessage } from '@shared/api/error'
import type { CartLine } from '@/lib/cart/lines'
import { cartQuery, seenCartKey, type SeenCart } from '@/lib/cart/query'
import { announceCart } from '@/lib/cart/tabs'
import { withVisit } from '@/lib/sent-visit'
import { quantityChanges, type QuantityChange } from './cart-changes'
import { newOrder, orderedQuantities } from './new-order'
import type { CheckoutValues } from './prefill'
import { priceChanges, type PriceChange } from './price-changes'
import { settleCart } from './settle-cart'

export interface OrderProblem {
  text: string
  changes?: readonly PriceChange[]
  quantities?: readonly QuantityChange[]
  /** The order that the cart has become; null if it is not known which. */
  orderId?: string | null
}

/** A cart that became an order without this page, or was emptied. */
export interface CheckoutEnd {
  text: string
  orderId: string | null
}

/** Sends the order and describes why it was refused. `onEnd` is called if nothing is left to order. */
export function usePlaceOrder(markErrors: (error: unknown) => void, onEnd: (end: CheckoutEnd) => void) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const client = useQueryClient()
  const [keys] = useState(() => new AttemptKeys())
  const [problem, setProblem] = useState<OrderProblem | null>(null)
  const cartLines = () => client.getQueryData(cartQuery.queryKey) ?? []

  const problemOf = async (error: unknown, shown: readonly CartLine[]): Promise<OrderProblem> => {
    const message = serverMessage(error)
    if (!(error instanceof ApiError) || isTransient(error) || error.status === 429 || error.status === 401) {
      // The order may exist, or waits for a new session: the next attempt repeats the key, so that it is not placed twice.
      return { text: message || t('CHECKOUT.NOT_SENT') }
    }
    keys.finish()
    if (error.status === 409) await client.refetchQueries({ queryKey: cartQuery.queryKey, exact: true })
    if ('cart' in error.errors) {
      const { orderId = null } = (error.data ?? {}) as { orderId?: string | null }
      if (cartLines().length === 0) onEnd({ text: message, orderId })
      return { text: message || t('CHECKOUT.REFUSED'), quantities: quantityChanges(shown, cartLines()), orderId }
    }
    if ('expectedTotal' in error.errors) {
      return { text: t('CHECKOUT.PRICE_CHANGED'), changes: priceChanges(shown, cartLines()) }
    }
    markErrors(error)
    return { text: message || t('CHECKOUT.REFUSED') }
  }

  /** Resolves to false if there is no order. */
  const placeOrder = async (values: CheckoutValues): Promise<boolean> => {
    setProblem(null)
    const shown = cartLines()
    try {
      const details = await client.query({ ...detailsQuery, staleTime: 'static' })
      const body = newOrder(details.id, values, shown, client.getQueryData<SeenCart | null>(seenCartKey) ?? null)
      const order = await call('POST', '/orders', { body: withVisit(body), key: keys.keyFor(body) })
      keys.finish()
      announceCart(order.id)
      void settleCart(client, orderedQuantities(shown))
      // The order stands without it.
      import('./keep-address').then(({ keepFirstAddress }) => keepFirstAddress(client, values)).catch(() => undefined)
      client.removeQueries({ queryKey: ['/account/orders'] })
      navigate(`/order-confirmation?id=${encodeURIComponent(order.id)}`, { replace: true })
      return true
    } catch (error) {
      setProblem(await problemOf(error, shown))
      return false
    }
  }
  return { placeOrder, problem }
}
