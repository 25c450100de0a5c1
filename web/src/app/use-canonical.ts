import { useEffect, useRef } from 'react'
import { useLanguage } from '@/lib/i18n/setup'

/** Keeps the canonical link, which came with the first page, at the shown screen: browsers share that address. */
export function useCanonical(path: string, search: string): void {
  const language = useLanguage()
  const first = useRef(path + search)
  useEffect(() => {
    if (first.current === path + search) return
    first.current = ''
    const code = import('./canonical')
    code.then(({ setCanonical }) => setCanonical(path, search, language)).catch(() => undefined)
  }, [path, search, language])
}
