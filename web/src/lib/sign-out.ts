import { call } from '@/lib/api/client'
import { leaveSession } from './session'

async function postSignOut(): Promise<void> {
  await call('POST', '/Auth/sign-out')
}

/**
 * Ends the session and removes the visitor's data from all tabs of this browser. Retries once; rejects after the second failure,
 * because the cookies are still valid then. `navigateAway` goes to the sign-in screen, before the screens that need a
 * session react to its end.
 */
export async function signOut(navigateAway: () => void): Promise<void> {
  await postSignOut().catch(postSignOut)
  navigateAway()
  leaveSession()
}
