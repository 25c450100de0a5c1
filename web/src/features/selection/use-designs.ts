import { useMemo } from 'react'
import type { Language } from '@shared/language'
import { useQuery } from '@shared/query/use-query'
import type { DesignCode } from '@shared/rules/code'
import { useRates } from '@/lib/design/rates'
import { firstTextFiles, laterTextFiles } from '@/lib/design/text-files'
import { useLanguage } from '@/lib/i18n/setup'

async function loadReader(language: Language) {
  const [{ makeReader }, first, later] = await Promise.all([import('./designed'), firstTextFiles[language](), laterTextFiles[language]()])
  return makeReader(language, { ...first.default, ...later.default })
}

export type DesignReader = Awaited<ReturnType<typeof loadReader>>

/** Reads designs. Loads the rules and the rates if there are any. */
export function useDesigns(codes: readonly DesignCode[]) {
  const language = useLanguage()
  const isNeeded = codes.length > 0
  const rules = useQuery({
    queryKey: ['design reader', language],
    queryFn: () => loadReader(language),
    enabled: isNeeded,
    staleTime: Infinity,
  })
  const query = useRates(isNeeded)
  const reader = rules.data
  const key = codes.join(' ')
  const known = useMemo(
    () => new Map(reader === undefined ? [] : key.split(' ').map((code) => [code, reader.read(code as DesignCode)] as const)),
    [key, reader],
  )
  return {
    reader: reader ?? null,
    query,
    /** Undefined until the rules are loaded. */
    read: (code: DesignCode) => known.get(code),
    error: rules.error,
    refetch: rules.refetch,
  }
}
