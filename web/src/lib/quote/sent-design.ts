import { ApiError } from '@shared/api/error'
import type { DesignCode } from '@shared/rules/code'
import type { Band } from '@shared/rules/price'

/** A design as it is sent: with the band of one piece that the shopper saw, or as a wish without a price. */
export interface SentDesign {
  code: DesignCode
  /** In qəpik; `null` where no band was shown: a wish, or the rates did not load. */
  band: Band | null
  isWish: boolean
}

/** Why the service refused a design. */
export type DesignRefusal =
  /** Prices were renewed; `band` is the present one of one piece, in qəpik. */
  | { kind: 'price-changed'; band: Band }
  /** It cannot be built, for these reasons in the language of the call. */
  | { kind: 'impossible'; reasons: readonly string[] }

const toManat = (qepik: number): number => qepik / 100
const toQepik = (manat: number): number => Math.round(manat * 100)

export function designBody({ code, band, isWish }: SentDesign) {
  return { code, ...(band !== null && { low: toManat(band.low), high: toManat(band.high) }), ...(isWish && { asWish: true }) }
}

type Fields = Record<string, unknown>

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const records = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isRecord) : [])

function refusalOf(key: string, { low, high, checks }: Fields): DesignRefusal | null {
  if (key === 'DESIGN.IMPOSSIBLE') {
    const reasons = records(checks).flatMap(({ level, text }) => (level === 'error' && typeof text === 'string' ? [text] : []))
    return { kind: 'impossible', reasons }
  }
  // Its price has changed; one that could not be priced meanwhile has no band.
  if (typeof low !== 'number' || typeof high !== 'number') return null
  return { kind: 'price-changed', band: { low: toQepik(low), high: toQepik(high) } }
}

/** The refused designs of a request by the place of their piece, from 0; empty for an error of another kind. */
export function refusedDesigns(error: unknown): ReadonlyMap<number, DesignRefusal> {
  if (!(error instanceof ApiError)) return new Map()
  const items = isRecord(error.data) ? records(error.data.items) : []
  const refusals = Object.entries(error.errors).flatMap(([path, key]): [number, DesignRefusal][] => {
    const place = /^items\[(\d{1,3})\]\.design$/.exec(path)?.[1]
    if (place === undefined) return []
    const refusal = refusalOf(key, items.find(({ index }) => index === Number(place)) ?? {})
    return refusal === null ? [] : [[Number(place), refusal]]
  })
  return new Map(refusals)
}
