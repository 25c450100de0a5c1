import { useEffect, useRef } from 'react'
import { useLanguage } from '@/lib/i18n/setup'
import { pathInLanguage } from '@shared/language'

/** Parameters of the shop that are part of its canonical address. */
const ownParameters = ['category', 'page']

/** Keeps the canonical link, which came with the first page, at the shown screen: browsers share that address. */
export function useCanonical(path: string, search: string): void {
  const language = useLanguage()
  const first = useRef(path + search)
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
    if (link === null || first.current === path + search) return
    first.current = ''
    const all = new URLSearchParams(path === '/shop' ? search : '')
    const own = new URLSearchParams([...all].filter(([name]) => ownParameters.includes(name))).toString()
    link.href = window.location.origin + pathInLanguage(path, language) + (own && `?${own}`)
  }, [path, search, language])
}
