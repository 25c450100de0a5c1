import type { Language } from '@shared/language'
import type { ProductImage } from '@/lib/api/types'
import type { ChangedTexts } from './translator'

interface Changed extends Partial<Record<Language, ChangedTexts>> {
  pictures?: Readonly<Record<string, ProductImage>>
}

/** The texts and pictures of the home page that staff changed: the gateway writes them into each page. */
export const changedContent = (): Changed => JSON.parse(document.getElementById('storefront-texts')?.textContent ?? '{}') as Changed
