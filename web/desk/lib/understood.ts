import { parseAmount } from '@shared/forms/amount'
import type { Language } from '@shared/language'
import { formatAmount, formatWithSign } from '@shared/money'

const bare = (text: string) => text.replace(/\s/g, '')

/**
 * The sum that was understood of what is typed, such as `1 250,00 ₼` for `1.250`. Undefined for what is none, and where it is seen
 * without it.
 */
export function understood(text: string, language: Language): string | undefined {
  const amount = parseAmount(text)
  const isPlain = /^\d{0,3}$/.test(text.trim()) || (amount !== null && bare(text) === bare(formatAmount(amount, language)))
  return amount === null || isPlain ? undefined : formatWithSign(amount, language)
}
