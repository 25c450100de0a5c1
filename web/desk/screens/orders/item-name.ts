import type { Language } from '@shared/language'
import type { OrderItem } from '@desk/api/records'

/** The name of a line in a language; a free line has one. */
export function itemName(item: OrderItem, language: Language): string {
  const names = { az: item.productNameAz, ru: item.productNameRu, en: item.productNameEn }
  return names[language] || item.productName
}
