import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { goToLogin } from '@/lib/login'
import { useSession, validateSession } from '@/lib/session'

/** Returns true after the session was validated; navigates to the sign-in screen without one. */
export function useAccountGuard(): boolean {
  const search = useSearch()
  const status = useSession((state) => state.status)
  useEffect(() => {
    // Without an answer the screen waits: the session is validated again soon.
    validateSession().then(
      (valid) => {
        if (!valid) goToLogin({ replace: true })
      },
      () => undefined,
    )
  }, [])
  useEffect(() => {
    // The session may end while the page is open.
    if (status === 'anonymous') goToLogin({ replace: true })
  }, [status, search])
  return status === 'signed-in'
}
