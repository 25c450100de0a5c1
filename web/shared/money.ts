import type { Language } from './language'
import type { Qepik } from './price'

const noBreakSpace = '\u00a0'

/** Formats with two decimals: `1 249,00` in az and ru, `1,249.00` in en. `Intl` differs between browsers for az. */
export function formatAmount(amount: Qepik, language: Language): string {
  const group = language === 'en' ? ',' : noBreakSpace
  const point = language === 'en' ? '.' : ','
  const absolute = Math.abs(amount)
  const whole = String(Math.floor(absolute / 100)).replace(/\B(?=(\d{3})+$)/g, group)
  const cents = String(absolute % 100).padStart(2, '0')
  return `${amount < 0 ? '−' : ''}${whole}${point}${cents}`
}

/** `1 249,00 AZN`, for product pages. */
export function formatWithCode(amount: Qepik, language: Language): string {
  return `${formatAmount(amount, language)}${noBreakSpace}AZN`
}

/** `1 249,00 ₼` in az and ru, `₼1,249.00` in en, a minus sign first; for cart, checkout and orders. */
export function formatWithSign(amount: Qepik, language: Language): string {
  if (language === 'en') return `${amount < 0 ? '−' : ''}₼${formatAmount(Math.abs(amount), language)}`
  return `${formatAmount(amount, language)}${noBreakSpace}₼`
}

/** `−15%`, with a minus sign. */
export function formatDiscount(percent: number): string {
  return `−${percent}%`
}
