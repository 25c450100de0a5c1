import type { Band } from '@shared/rules/price'

/** The band of several equal pieces. */
export const bandOfPieces = ({ low, high }: Band, quantity: number): Band => ({ low: low * quantity, high: high * quantity })

export const sumOfBands = (bands: readonly Band[]): Band =>
  bands.reduce((sum, band) => ({ low: sum.low + band.low, high: sum.high + band.high }), { low: 0, high: 0 })

export const isSameBand = (one: Band | null, other: Band | null): boolean =>
  one === other || (one !== null && other !== null && one.low === other.low && one.high === other.high)
