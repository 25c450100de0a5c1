import type { ReactNode } from 'react'
import { useSearch } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'
import { pathInLanguage, storeLanguage, type Language } from '@shared/language'

interface LanguageLinkProps {
  code: Language
  current: boolean
  className?: string | undefined
  children: ReactNode
}

/** Link to the current page in another language; stores the language and reloads the page. */
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
