import type { ReactNode } from 'react'
import { usePathname, useSearch } from './use-address'
import { pathInLanguage, storeLanguage, type Language } from '@/lib/language'

interface LanguageLinkProps {
  code: Language
  current: boolean
  className?: string | undefined
  children: ReactNode
}

/** The same page in another language: remembers the choice and loads the whole page anew. */
export function LanguageLink({ code, current, className, children }: LanguageLinkProps) {
  const path = pathInLanguage(usePathname(), code)
  const search = useSearch()
  return (
    <a
      href={search === '' ? path : `${path}?${search}`}
      lang={code}
      hrefLang={code}
      aria-current={current ? 'true' : undefined}
      className={className}
      onClick={() => storeLanguage(code)}
    >
      {children}
    </a>
  )
}
