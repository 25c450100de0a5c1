import { designDrawing } from '@shared/drawing/design-drawing'
import type { Language } from '@shared/language'
import type { QuoteProduct, QuoteRow } from '@desk/api/records'

/** The whole name of a customer; null once it is wiped. */
export function customerName({ customer: { name, surname } }: Pick<QuoteRow, 'customer'>): string | null {
  const whole = [name, surname].filter((part) => part !== null && part !== '').join(' ')
  return whole === '' ? null : whole
}

/** The product's name in a language, else the base name. */
export function productName(product: QuoteProduct, language: Language): string {
  const names = { az: product.productNameAz, ru: product.productNameRu, en: product.productNameEn }
  return names[language] || product.productName
}

/** The picture of a piece: the drawing of its design, else that of its product; null without one. */
export function pictureOf({ designCode, productImage }: QuoteProduct, language: Language): string | null {
  return designCode === null ? productImage : designDrawing(designCode, 'front', language)
}

export { formatPhone } from '@shared/forms/phone'

/** Address of the shop's designer with the design of a piece, which is saved back to the quote. */
export function designerPath(language: Language, number: string, itemId: number, code: string, opened = code): string {
  const piece = new URLSearchParams({ quote: number, item: String(itemId), from: opened })
  return `/${language}/design?step=size&${piece.toString()}#${code}`
}
