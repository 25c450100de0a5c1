import { answer, api } from '@/lib/api/client'
import { validateSession } from '@/stores/session'

/** The session counts only once a validation has said so. False where it did not. */
export async function signIn(email: string, password: string): Promise<boolean> {
  await answer(api.POST('/api/v1.0/Auth/sign-in', { body: { email, password } }))
  return validateSession()
}
