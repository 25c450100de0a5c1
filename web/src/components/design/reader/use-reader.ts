import type { Language } from '@shared/language'
import { useQuery } from '@shared/query/use-query'
import { firstTextFiles, laterTextFiles } from '@/lib/design/text-files'
import { useLanguage } from '@/lib/i18n/setup'

async function loadReader(language: Language) {
  const [{ makeReader }, first, later] = await Promise.all([import('./designed'), firstTextFiles[language](), laterTextFiles[language]()])
  return makeReader(language, { ...first.default, ...later.default })
}

export type DesignReader = Awaited<ReturnType<typeof loadReader>>

/** Loads what reads designs, once it is needed: the rules, their words and the drawing. */
export function useReader(isNeeded: boolean) {
  const language = useLanguage()
  return useQuery({
    queryKey: ['design reader', language],
    queryFn: () => loadReader(language),
    enabled: isNeeded,
    staleTime: Infinity,
  })
}
