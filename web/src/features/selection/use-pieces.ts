import { useQuery } from '@shared/query/use-query'
import type { Product } from '@/lib/api/types'
import { productsByIdQuery } from '@/lib/api/product-queries'
import type { Piece } from '@/lib/quote/pieces'

/** A row of the screen: a piece with its product. */
export interface PieceRow<Kind extends Piece> {
  piece: Kind
  /** Undefined until it is loaded, and for one that is no longer sold. */
  product: Product | undefined
  /** No longer sold. */
  isGone: boolean
}

/** Reads the products of pieces. Without an answer, the pieces stand without names and prices. */
export function usePieces<Kind extends Piece>(pieces: readonly Kind[]) {
  const ids = [...new Set(pieces.map(({ productId }) => productId))]
  const { data, isPlaceholderData, error, refetch } = useQuery(productsByIdQuery(ids))
  const rows = pieces.map((piece): PieceRow<Kind> => {
    const product = data?.find(({ id }) => id === piece.productId)
    return { piece, product, isGone: product === undefined && data !== undefined && !isPlaceholderData }
  })
  return { rows, error, refetch: () => void refetch() }
}
