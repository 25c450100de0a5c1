import { create } from 'zustand'
import { sendRequest } from '@shared/api/transport'
import { shownLanguage } from '@desk/i18n/language'
import type { Session } from './records'
import type { Permission } from './words'

/** Name of the cookie with the desk's CSRF token. */
export const csrfCookie = 'DESK-XSRF-TOKEN'

interface SessionState {
  /** `unknown` until the first answer of `session/validate`. */
  status: 'unknown' | 'none' | 'live'
  session: Session | null
  /** Whether a session ended without signing out: the sign-in screen says so. */
  hasEnded: boolean
}

export const useSession = create<SessionState>(() => ({ status: 'unknown', session: null, hasEnded: false }))

export function keepSession(session: Session): void {
  useSession.setState({ status: 'live', session, hasEnded: false })
}

/** Forgets the session; `hasEnded` tells the sign-in screen that the person did not sign out. */
export function dropSession(hasEnded: boolean): void {
  useSession.setState((state) => ({ status: 'none', session: null, hasEnded: hasEnded && state.status === 'live' }))
}

let validating: Promise<boolean> | null = null

async function validate(): Promise<boolean> {
  const request = new Request(new URL('/api/v1.0/desk/session/validate', window.location.origin), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  })
  const response = await sendRequest(request, shownLanguage(), csrfCookie)
  const body = (await response.json().catch(() => null)) as { success?: boolean; data?: Session | null } | null
  // A server error says nothing about the session.
  if (!response.ok) return useSession.getState().status === 'live'
  if (body?.success === true && body.data) {
    keepSession(body.data)
    return true
  }
  dropSession(true)
  return false
}

/** Renews the session; concurrent callers share one request. Returns whether there is a session. Rejects without a response. */
export function validateSession(): Promise<boolean> {
  validating ??= validate().finally(() => {
    validating = null
  })
  return validating
}

/** Whether the signed-in person has a permission; rights on a single record are the service's. */
export function useMay(permission: Permission): boolean {
  return useSession((state) => state.session?.staff?.permissions.includes(permission) ?? false)
}

/** The signed-in person. Only for screens behind a session of step `done`. */
export function useMe() {
  const staff = useSession((state) => state.session?.staff)
  if (!staff) throw new Error('no session')
  return staff
}
