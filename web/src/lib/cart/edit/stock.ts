import { call } from '@/lib/api/client'
import { ApiError } from '@shared/api/error'

/** The pieces in stock; null if made to order, undefined if no longer sold. */
export async function stockOf(id: number): Promise<number | null | undefined> {
  try {
    const { stockQuantity } = await call('GET', '/products/{id}', { path: { id } })
    return stockQuantity ?? null
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}
