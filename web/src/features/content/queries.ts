import { query } from '@/lib/api/client'
import { rarelyChanges } from '@/lib/api/content-queries'

/** Texts of the banner. */
export const promosQuery = { ...query('/promocodes'), staleTime: rarelyChanges, retry: false }
