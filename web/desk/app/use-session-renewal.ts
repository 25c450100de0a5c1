import { useEffect } from 'react'
import { useSession, validateSession } from '@desk/api/session'

/** A session is renewed this long before it expires, while the page is visible. */
const marginMs = 5 * 60_000
/** Longest delay of a timer that browsers keep. */
const longestMs = 60 * 60_000

/** Renews the session before it expires; a page that was hidden meanwhile renews when it is shown again. */
export function useSessionRenewal(): void {
  const expiresAt = useSession((state) => (state.session?.step === 'done' ? state.session.expiresAt : null))

  useEffect(() => {
    if (expiresAt === null) return
    const renew = () => {
      if (document.visibilityState === 'visible') void validateSession().catch(() => undefined)
    }
    const isDue = () => new Date(expiresAt).getTime() - Date.now() <= marginMs
    const delay = Math.max(1_000, new Date(expiresAt).getTime() - Date.now() - marginMs)
    const timer = setTimeout(renew, Math.min(delay, longestMs))
    const onShow = () => {
      if (isDue()) renew()
    }
    document.addEventListener('visibilitychange', onShow)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onShow)
    }
  }, [expiresAt])
}
