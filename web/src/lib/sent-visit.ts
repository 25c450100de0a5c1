import type { Schemas } from '@shared/api/contract'
import { parseStored, readStored } from '@shared/storage'

export type Visit = Schemas['Visit']

export const visitKey = 'visit'

/** How the visitor came to the shop, which goes with requests and orders. The gateway leaves out what is not valid. */
export const sentVisit = (): Visit | undefined => (parseStored(readStored(visitKey)) ?? undefined) as Visit | undefined

/** A request with the visit, if one is kept. */
export function withVisit<Body extends object>(body: Body): Body & { visit?: Visit } {
  const visit = sentVisit()
  return visit === undefined ? body : { ...body, visit }
}
