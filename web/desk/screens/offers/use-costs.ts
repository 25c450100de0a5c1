import { useEffect, useState } from 'react'
import { query } from '@desk/api/client'
import { queryClient } from '@desk/api/query-client'
import type { DesignCosts, Offer } from '@desk/api/records'
import { useMay } from '@desk/api/session'

/**
 * Costs of the offer's designs by code, for those who may read them. The answers of changes have none: those of known codes, which
 * name rules and prices, stay, and for new ones the offer is read again.
 */
export function useCosts(offer: Offer): ReadonlyMap<string, DesignCosts> {
  const mayRead = useMay('costs.read')
  const [known, setKnown] = useState<ReadonlyMap<string, DesignCosts>>(() => new Map())
  const designs = offer.lines.flatMap(({ design }) => (design === null ? [] : [design]))
  const fresh = designs.flatMap(({ code, costs }) => (costs === null || known.has(code) ? [] : [[code, costs] as const]))
  if (fresh.length > 0) setKnown(new Map([...known, ...fresh]))
  const isMissing = mayRead && designs.some(({ code, costs }) => costs === null && !known.has(code))
  const { id, version } = offer
  useEffect(() => {
    if (isMissing) void queryClient.invalidateQueries(query('/desk/offers/{id}', { path: { id } }))
  }, [isMissing, id, version])
  return known
}
