import type { Language } from '@shared/language'

/** Formats with at most two decimals: `14,46`, in English `14.46`. `Intl` differs between browsers for az. */
export function formatQuantity(quantity: number, language: Language): string {
  const text = String(Math.round(quantity * 100) / 100)
  return language === 'en' ? text : text.replace('.', ',')
}
