import { create } from 'zustand'
import { apiError, readJson } from '@shared/api/error'
import { readCookie } from '@shared/api/transport'
import { csrfCookie, send } from '@/lib/api/transport'
import { goToLogin } from '@/lib/login'

export type SessionStatus = 'unknown' | 'anonymous' | 'signed-in'

interface SessionState {
  status: SessionStatus
  /** Counts the customers of this tab. With another number, nothing that belongs to the customer before may be shown. */
  customer: number
  /** CSRF token of the session whose data this tab has; each sign-in has its own, which renewals keep. */
  token: string | null
}

/** The session of this browser: signed in only after the server has validated it. */
export const useSession = create<SessionState>(() => ({ status: 'unknown', customer: 0, token: null }))

const validationPath = '/api/v1.0/Sessions/validate-session'
const revalidateEveryMs = 5 * 60_000
/** First and longest pause before the server is asked again after it did not answer; each is twice the one before. */
const firstPauseMs = 2_000
const longestPauseMs = 60_000

/** Statuses of an answer that there is no session. */
const refused = [401, 403]

const currentToken = () => readCookie(csrfCookie)

/** Tells the browser's session from others, also after a reload; null without one. */
export const sessionMark = (): string | null => currentToken()?.slice(0, 12) ?? null

type Message = 'signed-in' | 'signed-out'

/** Tells the other tabs of this browser about a sign-in or sign-out. */
const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('storefront-session') : null

function forgetCustomer(status: SessionStatus): void {
  useSession.setState(({ customer }) => ({ status, customer: customer + 1, token: null }))
}

/** Takes the browser's session; the data of another one is forgotten. */
function takeSession(): void {
  const token = currentToken()
  useSession.setState(({ customer, token: before }) => ({
    status: 'signed-in',
    customer: before === null || before === token ? customer : customer + 1,
    token,
  }))
}

/** Rejects with an `ApiError` if the server did not say whether the session is valid. */
async function requestValidation(): Promise<boolean> {
  const response = await send(
    new Request(new URL(validationPath, window.location.origin), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    }),
  )
  const body: unknown = await readJson(response)
  if (refused.includes(response.status)) return false
  if (!response.ok || typeof body !== 'object' || body === null || !('success' in body)) throw apiError(response, body)
  return body.success === true
}

let pending: Promise<boolean> | null = null

async function validateOnce(): Promise<boolean> {
  try {
    // Web Locks need a secure context. Without them tabs may validate at the same time, which the server allows.
    const valid = 'locks' in navigator ? await navigator.locks.request('storefront-session', requestValidation) : await requestValidation()
    if (valid) takeSession()
    else endSession()
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

/** Notes that there is no session any more. A form that the customer has begun may ask for the password and go on. */
export function endSession(): void {
  useSession.setState({ status: 'anonymous' })
}

/** Ends the session by the customer's will: all tabs forget what belongs to the customer. */
export function leaveSession(): void {
  forgetCustomer('anonymous')
  tabs?.postMessage('signed-out' satisfies Message)
}

/** Lets the next session go on with the data of this tab, because it is the same customer's. */
export function keepCustomer(): void {
  useSession.setState({ token: null })
}

/** Tells the other tabs that the browser has a new session. */
export function announceSession(): void {
  tabs?.postMessage('signed-in' satisfies Message)
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
  const hasChanged = () => {
    const { token } = useSession.getState()
    return token !== null && token !== currentToken()
  }
  // Until the server has validated the other session, the tab shows no customer's data.
  const follow = () => {
    forgetCustomer('unknown')
    validate()
  }
  if (currentToken() === null) useSession.setState({ status: 'anonymous' })
  else validate()

  const timer = setInterval(() => {
    if (useSession.getState().status === 'signed-in') validate()
  }, revalidateEveryMs)
  const onVisible = () => {
    if (document.visibilityState !== 'visible') return
    const due = Date.now() - last > revalidateEveryMs
    if (currentToken() !== null && hasChanged()) follow()
    else if (due && useSession.getState().status === 'signed-in') validate()
  }
  // A page that the browser kept whole for Back missed all messages meanwhile.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && hasChanged()) follow()
  }
  const onMessage = ({ data }: MessageEvent<Message>) => {
    if (data === 'signed-out') forgetCustomer('anonymous')
    else if (useSession.getState().token === null) validate()
    else if (hasChanged()) follow()
  }
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('pageshow', onPageShow)
  tabs?.addEventListener('message', onMessage)
  return () => {
    clearTimeout(retry)
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('pageshow', onPageShow)
    tabs?.removeEventListener('message', onMessage)
  }
}
