import { useMemo } from 'react'
import type { DesignCode } from '@shared/rules/code'
import { useReader } from '@/components/design/reader/use-reader'
import { useRates } from '@/lib/design/rates'

/** Reads designs. Loads the rules and the rates if there are any. */
export function useDesigns(codes: readonly DesignCode[]) {
  const isNeeded = codes.length > 0
  const rules = useReader(isNeeded)
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
