import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { goToLogin } from '@/lib/login'
import { useSession, validateSession } from '@/lib/session'

/** True once a validation has said that somebody is signed in; sends everybody else to sign in and back. */
export function useAccountGuard(): boolean {
  const search = useSearch()
  const status = useSession((state) => state.status)
  useEffect(() => {
    void validateSession().then((valid) => {
      if (!valid) goToLogin()
    })
  }, [])
  useEffect(() => {
    // A session may end while the page is open.
    if (status === 'anonymous') goToLogin()
  }, [status, search])
  return status === 'signed-in'
}
