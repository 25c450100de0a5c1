import { pathInLanguage, type Language } from '@shared/language'

/** Parameters of the shop that are part of its canonical address. */
const ownParameters = ['category', 'page']

/** Points the canonical link, which came with the first page, at the shown screen. */
export function setCanonical(path: string, search: string, language: Language): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (link === null) return
  const all = new URLSearchParams(path === '/shop' ? search : '')
  const own = new URLSearchParams([...all].filter(([name]) => ownParameters.includes(name))).toString()
  link.href = window.location.origin + pathInLanguage(path, language) + (own && `?${own}`)
}
