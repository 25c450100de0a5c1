import type { Qepik } from '../price'
import { invisible } from './characters'

/** The largest sum of the contract, 10,000,000 AZN. */
const maxQepik = 1_000_000_000

/**
 * Reads an amount as people type it: `6840`, `6 840,00 ₼`, `6,840.00 AZN`, `34.5`. Null for anything else, more than two decimals,
 * or more than the largest sum. The services implement the same rule; `amounts.json` tests both.
 */
export function parseAmount(text: string): Qepik | null {
  const bare = text
    .replace(invisible, '')
    .replace(/[\s\u0085]/g, '')
    .replace(/^(?:₼|azn)|(?:₼|azn)$/gi, '')
  const point = /[.,](\d{1,2})$/.exec(bare)
  const decimals = point === null ? '' : (point[1] ?? '')
  const whole = point === null ? bare : bare.slice(0, point.index)
  if (!/^(?:\d+|\d{1,3}(?:[.,]\d{3})+)$/.test(whole)) return null
  const amount = Number(whole.replace(/[.,]/g, '')) * 100 + Number(decimals.padEnd(2, '0'))
  return amount > maxQepik ? null : amount
}
