import { create } from 'zustand'
import { readCookie } from '@shared/api/transport'
import { csrfCookie, send } from '@/lib/api/transport'
import { goToLogin } from '@/lib/login'

export type SessionStatus = 'unknown' | 'anonymous' | 'signed-in'

interface SessionState {
  status: SessionStatus
}

/** The session of this browser: signed in only after the server has validated it. */
export const useSession = create<SessionState>(() => ({ status: 'unknown' }))

const validationPath = '/api/v1.0/Sessions/validate-session'
const revalidateEveryMs = 5 * 60_000

async function requestValidation(): Promise<boolean> {
  try {
    const response = await send(
      new Request(new URL(validationPath, window.location.origin), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      }),
    )
    if (!response.ok) return false
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null && 'success' in body && body.success === true
  } catch {
    return false
  }
}

let pending: Promise<boolean> | null = null

async function validateOnce(): Promise<boolean> {
  try {
    // Web Locks need a secure context. Without them tabs may validate at the same time, which the server allows.
    const valid =
      'locks' in navigator
        ? await navigator.locks.request('storefront-session', requestValidation)
        : await requestValidation()
    useSession.setState({ status: valid ? 'signed-in' : 'anonymous' })
    return valid
  } finally {
    pending = null
  }
}

/** Validates the session with the server, which renews an expired one. One call at a time in all tabs of the browser. */
export function validateSession(): Promise<boolean> {
  pending ??= validateOnce()
  return pending
}

/** Resolves to true if signed in; validates the session unless it is known to be valid. */
export async function ensureSession(): Promise<boolean> {
  if (useSession.getState().status === 'signed-in') return true
  return validateSession()
}

/** Resolves to true if signed in; otherwise navigates to the sign-in screen. */
export async function requireSession(): Promise<boolean> {
  const valid = await ensureSession()
  if (!valid) goToLogin()
  return valid
}

export function endSession(): void {
  useSession.setState({ status: 'anonymous' })
}

/**
 * Validates the session now if its cookie exists, then every five minutes while signed in, and when the tab becomes
 * visible after a longer time. Returns a function that stops it.
 */
export function watchSession(): () => void {
  let last = Date.now()
  const validate = () => {
    last = Date.now()
    void validateSession()
  }
  if (readCookie(csrfCookie) === null) useSession.setState({ status: 'anonymous' })
  else validate()

  const timer = setInterval(() => {
    if (useSession.getState().status === 'signed-in') validate()
  }, revalidateEveryMs)
  const onVisible = () => {
    const due = Date.now() - last > revalidateEveryMs
    if (document.visibilityState === 'visible' && due && useSession.getState().status === 'signed-in') validate()
  }
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
