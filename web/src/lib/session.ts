import { create } from 'zustand'
import { apiError } from '@shared/api/error'
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
/** First and longest pause before the server is asked again after it did not answer; each is twice the one before. */
const firstPauseMs = 2_000
const longestPauseMs = 60_000

/** Statuses of an answer that there is no session. */
const refused = [401, 403]

/** Rejects with an `ApiError` if the server did not say whether the session is valid. */
async function requestValidation(): Promise<boolean> {
  const response = await send(
    new Request(new URL(validationPath, window.location.origin), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    }),
  )
  const body: unknown = await response.json().catch(() => null)
  if (refused.includes(response.status)) return false
  if (!response.ok || typeof body !== 'object' || body === null || !('success' in body)) throw apiError(response.status, body)
  return body.success === true
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

/**
 * Validates the session with the server, which renews an expired one. One call at a time in all tabs of the browser. Rejects
 * with an `ApiError` if the server does not say: what was known stays, as a network that blinks must not sign anybody out.
 */
export function validateSession(): Promise<boolean> {
  pending ??= validateOnce()
  return pending
}

/** Resolves to true if signed in; validates the session unless it is known to be valid, and rejects as that does. */
export async function ensureSession(): Promise<boolean> {
  if (useSession.getState().status === 'signed-in') return true
  return validateSession()
}

/** Resolves to true if signed in; without a session navigates to the sign-in screen. Rejects as `validateSession`. */
export async function requireSession(): Promise<boolean> {
  const valid = await ensureSession()
  if (!valid) goToLogin()
  return valid
}

export function endSession(): void {
  useSession.setState({ status: 'anonymous' })
}

/** Validates the session for the screens that show its state, which `watchSession` asks for again after a failure. */
export function refreshSession(): void {
  ensureSession().catch(() => undefined)
}

/**
 * Validates the session now if its cookie exists, then every five minutes while signed in, and when the tab becomes
 * visible after a longer time. Asks again soon if the server does not answer. Returns a function that stops it.
 */
export function watchSession(): () => void {
  let last = Date.now()
  let pauseMs = firstPauseMs
  let retry: ReturnType<typeof setTimeout> | undefined
  const validate = () => {
    last = Date.now()
    clearTimeout(retry)
    validateSession().then(
      () => {
        pauseMs = firstPauseMs
      },
      () => {
        retry = setTimeout(validate, pauseMs)
        pauseMs = Math.min(2 * pauseMs, longestPauseMs)
      },
    )
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
    clearTimeout(retry)
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
