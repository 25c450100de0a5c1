/** Text keys of the errors by field. */
export interface PriceErrors {
  min?: 'SHOP.PRICE_NUMBER' | 'SHOP.PRICE_ORDER'
  max?: 'SHOP.PRICE_NUMBER'
}

const wholePrice = /^\d{1,7}$/

/** Removes the spaces that separate thousands; empty means no bound. */
export function normalizePrice(text: string): string {
  return text.replace(/[\s\u00a0]/g, '')
}

/** Requires whole numbers, the minimum not above the maximum. */
export function checkPriceRange(min: string, max: string): PriceErrors {
  const errors: PriceErrors = {}
  if (min !== '' && !wholePrice.test(min)) errors.min = 'SHOP.PRICE_NUMBER'
  if (max !== '' && !wholePrice.test(max)) errors.max = 'SHOP.PRICE_NUMBER'
  const comparable = min !== '' && max !== '' && errors.min === undefined && errors.max === undefined
  if (comparable && Number(min) > Number(max)) errors.min = 'SHOP.PRICE_ORDER'
  return errors
}
