import { api, unwrap } from '@/lib/api/client'
import { validateSession } from '@/lib/session'

/** The server accepted the password, but the browser kept no session cookie. */
export class NoSessionError extends Error {}

/** Signs in and validates the new session. Rejects with an `ApiError` or a `NoSessionError`. */
export async function signIn(email: string, password: string): Promise<void> {
  await unwrap(api.POST('/api/v1.0/Auth/sign-in', { body: { email, password } }))
  if (!(await validateSession())) throw new NoSessionError()
}
