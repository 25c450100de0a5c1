import { create } from 'zustand'
import { readCookie, send } from '@/lib/api/transport'
import { goToLogin } from '@/lib/login'

export type SessionStatus = 'unknown' | 'anonymous' | 'signed-in'

interface SessionState {
  status: SessionStatus
}

/** Whether somebody is signed in. Only a true validation makes it so. */
export const useSession = create<SessionState>(() => ({ status: 'unknown' }))

const validationAddress = '/api/v1.0/Sessions/validate-session'
const revalidateEveryMs = 5 * 60_000

async function askServer(): Promise<boolean> {
  try {
    const response = await send(
      new Request(new URL(validationAddress, window.location.origin), {
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

let running: Promise<boolean> | null = null

async function validateOnce(): Promise<boolean> {
  try {
    // Locks are there in secure contexts only; without them tabs may ask at the same time, which the server bears.
    const valid = 'locks' in navigator ? await navigator.locks.request('storefront-session', askServer) : await askServer()
    useSession.setState({ status: valid ? 'signed-in' : 'anonymous' })
    return valid
  } finally {
    running = null
  }
}

/** Asks the server, renewing a lapsed session. One question at a time, over all tabs of the browser. */
export function validateSession(): Promise<boolean> {
  running ??= validateOnce()
  return running
}

/** True if signed in; asks the server only where that may be so and is not known yet. */
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

/** Called after signing out. */
export function endSession(): void {
  useSession.setState({ status: 'anonymous' })
}

/**
 * Validates at start-up where a cookie speaks of a session, then every five minutes while signed in, and when a tab
 * wakes up after longer than that. Returns what stops it.
 */
export function watchSession(): () => void {
  let last = Date.now()
  const validate = () => {
    last = Date.now()
    void validateSession()
  }
  if (readCookie('XSRF-TOKEN') === null) useSession.setState({ status: 'anonymous' })
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
