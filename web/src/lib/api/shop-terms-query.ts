import { query } from './client'
import { rarelyChanges } from './content-queries'

/** The shop's terms; `null` if the shop has not set them. */
export const shopTermsQuery = { ...query('/shop-terms'), staleTime: rarelyChanges, retry: false }
