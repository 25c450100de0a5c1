import { parseAmount } from '@shared/forms/amount'

/**
 * Parses a bound as an amount, rounded so that the range keeps what lies at it: `null` for an empty text, `undefined` for what is no
 * number.
 */
export function parseBound(text: string, maxDigits: number, round: (value: number) => number): number | null | undefined {
  if (text.trim() === '') return null
  const hundredths = parseAmount(text)
  const bound = hundredths === null ? undefined : round(hundredths / 100)
  return bound !== undefined && bound < 10 ** maxDigits ? bound : undefined
}
