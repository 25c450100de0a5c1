import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { returnTarget } from '@/lib/return-url'
import { useSession } from '@/lib/session'

/** The address that the visitor wanted before being asked to sign in. */
export function useAskedFor(): string | null {
  return new URLSearchParams(useSearch()).get('returnUrl')
}

/** Goes on as soon as somebody is signed in, also where that was so all along. */
export function useAfterSignIn(): void {
  const asked = useAskedFor()
  const client = useQueryClient()
  const signedIn = useSession((state) => state.status === 'signed-in')
  useEffect(() => {
    if (!signedIn) return
    // Prices may be the visitor's own now.
    void client.invalidateQueries()
    navigate(returnTarget(asked, window.location.pathname), { replace: true })
  }, [asked, client, signedIn])
}
