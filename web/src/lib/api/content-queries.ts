import { query } from './client'

/** Stale time of content that staff rarely change, in milliseconds. */
export const rarelyChanges = 5 * 60_000

/** The stores, the shop's social networks and the URL of the brochure. */
export const storesQuery = { ...query('/stores'), staleTime: rarelyChanges }
