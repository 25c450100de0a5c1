import { separators } from './characters'

/** Orders, quote requests, contact messages, catalogue requests and offers. */
const prefixes = ['SB', 'SQ', 'SM', 'SC', 'ST'] as const

type NumberPrefix = (typeof prefixes)[number]

/**
 * Returns the number of a record in its normal form, such as `SB-7Q2M04XK`: from small letters, with any spaces and dashes, `#` or
 * `№`, without the hyphen or the prefix, O as 0, I and L as 1, U as V. Null for anything else. The services implement the same
 * rule; `numbers.json` tests both.
 */
export function parseNumber(typed: string, prefix: NumberPrefix): string | null {
  const letters = typed.replace(separators, '').replace(/[#№]/g, '').replace(/[ıİ]/g, 'I')
  if (!/^[a-z\d]*$/i.test(letters)) return null
  const upper = letters.toUpperCase()
  const own = upper.length > 8 ? prefixes.find((known) => upper.startsWith(known)) : undefined
  const body = own === undefined ? upper : upper.slice(own.length)
  if (body.length !== 8) return null
  return `${own ?? prefix}-${body.replace(/O/g, '0').replace(/[IL]/g, '1').replace(/U/g, 'V')}`
}

/** Returns the normal form of a number; another text as it is, so that the services refuse it. */
export const normalizeNumber = (typed: string, prefix: NumberPrefix): string => parseNumber(typed, prefix) ?? typed.trim()
