/**
 * Division of whole numbers that are not negative and below 2^53. The remainder is taken first: a quotient of doubles may
 * round up to the next whole number.
 */

/** The quotient rounded down. */
export const down = (a: number, b: number): number => (a - (a % b)) / b
/** The quotient rounded up. */
export const up = (a: number, b: number): number => down(a, b) + (a % b > 0 ? 1 : 0)
/** The quotient rounded half up. */
export const half = (a: number, b: number): number => down(a, b) + (2 * (a % b) >= b ? 1 : 0)

/** Both ends included. */
export type Range = readonly [least: number, most: number]

export const clamp = (value: number, [least, most]: Range): number => Math.min(most, Math.max(least, value))
export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
export const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index))
