import { answer, api } from '@/lib/api/client'
import { forgetCart } from './cart'
import { clearFavourites } from './favourites'
import { endSession } from './session'

async function tellServer(): Promise<void> {
  await answer(api.POST('/api/v1.0/Auth/sign-out'))
}

/**
 * Ends the session and forgets what belongs to the visitor in this browser. One failure is tried again; rejects where
 * the server was not reached twice, as its cookies then still stand. `leave` takes the visitor to the sign-in screen,
 * before the screens that need a session notice that it is over.
 */
export async function signOut(leave: () => void): Promise<void> {
  await tellServer().catch(tellServer)
  leave()
  clearFavourites()
  forgetCart()
  endSession()
}
