import { api, unwrap } from '@/lib/api/client'
import { storeIds } from '@/lib/wishlist'
import { endSession } from './session'

async function postSignOut(): Promise<void> {
  await unwrap(api.POST('/api/v1.0/Auth/sign-out'))
}

/**
 * Ends the session and removes the visitor's data from this browser. Retries once; rejects after the second failure,
 * because the cookies are still valid then. `navigateAway` goes to the sign-in screen, before the screens that need a
 * session react to its end.
 */
export async function signOut(navigateAway: () => void): Promise<void> {
  await postSignOut().catch(postSignOut)
  navigateAway()
  storeIds([])
  endSession()
}
