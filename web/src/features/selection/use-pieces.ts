import { useQuery } from '@shared/query/use-query'
import type { DesignCode } from '@shared/rules/code'
import type { Band } from '@shared/rules/price'
import type { Product } from '@/lib/api/types'
import { productsByIdQuery } from '@/lib/api/product-queries'
import { isSameBand } from '@/lib/design/bands'
import type { BandQuery } from '@/lib/design/rates'
import type { DesignPiece, Piece, ProductPiece } from '@/lib/quote/pieces'
import type { DesignRefusal } from '@/lib/quote/sent-design'
import type { LostReason, ReadDesign } from '@/components/design/reader/read-design'
import type { DesignReader } from '@/components/design/reader/use-reader'
import { useDesigns } from './use-designs'

/** A piece with its product. */
export interface ProductRow {
  kind: 'product'
  piece: ProductPiece
  /** Undefined until it is loaded, and for one that is no longer sold. */
  product: Product | undefined
  /** No longer sold. */
  isGone: boolean
}

/** A design with its price. */
export interface DesignRow {
  kind: 'design'
  piece: DesignPiece
  /** Null until the rules are loaded, and for one that cannot be shown. */
  design: { read: ReadDesign; reader: DesignReader } | null
  /** Why it cannot be shown; null for one that can, and until the rules are loaded. */
  lost: LostReason | null
  /** The band of one piece in qəpik; null until it is known. */
  band: Band | null
  /** The same by the rates that the browser has, which may be older than those of the service. */
  ownBand: Band | null
  /** The code to send. */
  code: DesignCode
  query: BandQuery
  /** The last refusal of the service, if it is about this design and this price. */
  refusal: Refusal | null
  isGone: boolean
}

/** A row of the screen. */
export type PieceRow = ProductRow | DesignRow

/** A refusal with the band that the browser had. */
export type Refusal = DesignRefusal & { of: Band | null }

/** The last refusals by design. */
export type Refusals = ReadonlyMap<DesignCode, Refusal>

export const noRefusals: Refusals = new Map()

/** A design before the rules are loaded, and one that cannot be shown. */
function unreadRow(piece: DesignPiece, query: BandQuery, lost: LostReason | null): DesignRow {
  const isGone = lost !== null
  return { kind: 'design', piece, query, design: null, lost, band: null, ownBand: null, code: piece.design, refusal: null, isGone }
}

/**
 * Reads the products and the designs of pieces. Without an answer, the pieces stand without names and prices. A band that the
 * service told takes the place of the browser's until that one changes.
 */
export function usePieces(pieces: readonly Piece[], refusals: Refusals) {
  const ids = [...new Set(pieces.flatMap(({ productId }) => productId ?? []))]
  const { data, isPlaceholderData, error, refetch } = useQuery(productsByIdQuery(ids))
  const designs = useDesigns([...new Set(pieces.flatMap(({ design }) => design ?? []))])
  const { reader, query } = designs

  const productRow = (piece: ProductPiece): ProductRow => {
    const product = data?.find(({ id }) => id === piece.productId)
    return { kind: 'product', piece, product, isGone: product === undefined && data !== undefined && !isPlaceholderData }
  }
  const designRow = (piece: DesignPiece): DesignRow => {
    const read = designs.read(piece.design)
    if (read === undefined || reader === null) return unreadRow(piece, query, null)
    if (typeof read === 'string') return unreadRow(piece, query, read)
    const { rates } = query
    const own = rates === undefined ? null : read.bandUnder(rates)
    const last = refusals.get(piece.design)
    const refusal = last !== undefined && isSameBand(last.of, own) ? last : null
    return {
      kind: 'design',
      piece,
      query,
      design: { read, reader },
      lost: null,
      band: refusal?.kind === 'price-changed' ? refusal.band : own,
      ownBand: own,
      code: rates === undefined ? piece.design : read.codeUnder(rates),
      refusal,
      isGone: false,
    }
  }
  return {
    /** In the order of the pieces. */
    rows: pieces.map((piece): PieceRow => (piece.design === undefined ? productRow(piece) : designRow(piece))),
    texts: reader?.texts ?? null,
    error: error ?? designs.error,
    refetch: () => void Promise.all([error === null ? null : refetch(), designs.error === null ? null : designs.refetch()]),
  }
}

/** Rules and words that show the designs of rows; null until it is loaded, and without designs. */
export function readerOf(rows: readonly PieceRow[]): DesignReader | null {
  const row = rows.find((other): other is DesignRow => other.kind === 'design' && other.design !== null)
  return row?.design?.reader ?? null
}
