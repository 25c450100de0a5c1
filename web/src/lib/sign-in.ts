import { call } from '@/lib/api/client'
import { announceSession, keepCustomer, validateSession } from '@/lib/session'

/** The server accepted the password, but the browser kept no session cookie. */
export class NoSessionError extends Error {}

/**
 * Signs in and validates the new session. The tab forgets the data of the customer before, unless it is the same one. Rejects
 * with an `ApiError` or a `NoSessionError`.
 */
export async function signIn(email: string, password: string, { isSameCustomer = false } = {}): Promise<void> {
  await call('POST', '/Auth/sign-in', { body: { email, password } })
  if (isSameCustomer) keepCustomer()
  if (!(await validateSession())) throw new NoSessionError()
  announceSession()
}
