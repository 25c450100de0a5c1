import { isLanguage, type Language } from '@shared/language'

/** Settings of the shop's operator, written into the page by the gateway as `#storefront-settings`. */
interface Settings {
  brand: string
  defaultLanguage: Language
  /** URL of the home page instead of `/{language}`; `{language}` is replaced. */
  siteRoot: string | null
  /** Whether visitors who are not signed in have a cart, kept in their browser. */
  guestCart: boolean
}

const defaults: Settings = { brand: 'Şəbəkə', defaultLanguage: 'en', siteRoot: null, guestCart: false }

function read(): Settings {
  const text = document.getElementById('storefront-settings')?.textContent
  if (!text) return defaults
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return defaults
  }
  if (typeof value !== 'object' || value === null) return defaults
  const { brand, defaultLanguage, siteRoot, guestCart } = value as Record<string, unknown>
  return {
    brand: typeof brand === 'string' && brand !== '' ? brand : defaults.brand,
    defaultLanguage: isLanguage(defaultLanguage) ? defaultLanguage : defaults.defaultLanguage,
    siteRoot: typeof siteRoot === 'string' && siteRoot !== '' ? siteRoot : null,
    guestCart: guestCart === true,
  }
}

export const settings: Settings = read()
