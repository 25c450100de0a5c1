import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { returnTarget } from '@/lib/auth/return-url'
import { useSession } from '@/lib/session'

/** The address to return to after signing in. */
export function useReturnUrl(): string | null {
  return new URLSearchParams(useSearch()).get('returnUrl')
}

/** Leaves the screen as soon as the visitor is signed in. */
export function useAfterSignIn(): void {
  const returnUrl = useReturnUrl()
  const client = useQueryClient()
  const signedIn = useSession((state) => state.status === 'signed-in')
  useEffect(() => {
    if (!signedIn) return
    // Prices may have a personal discount now.
    void client.invalidateQueries()
    navigate(returnTarget(returnUrl, window.location.pathname), { replace: true })
  }, [returnUrl, client, signedIn])
}
