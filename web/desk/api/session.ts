import { create } from 'zustand'
import { apiError, readJson } from '@shared/api/error'
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
  /** Why a session ended without signing out: the sign-in screen says so. */
  end: SessionEnd | null
}

/** It expired, its code was not given in time, or somebody who manages the team ended it. */
export type SessionEnd = 'expired' | 'step' | 'owner'

export const useSession = create<SessionState>(() => ({ status: 'unknown', session: null, end: null }))

export function keepSession(session: Session): void {
  useSession.setState({ status: 'live', session, end: null })
}

/** Forgets the session; `end` says why the person did not sign out themselves. The first reason stays. */
export function dropSession(end: 'expired' | 'owner' | null): void {
  useSession.setState(({ status, session, end: earlier }) => {
    const isStep = end === 'expired' && session !== null && session.step !== 'done'
    return { status: 'none', session: null, end: end === null ? null : status === 'live' ? (isStep ? 'step' : end) : earlier }
  })
}

let validating: Promise<boolean> | null = null

interface ValidateAnswer {
  success?: boolean
  data?: Session | null
  errors?: Record<string, string>
}

async function validate(): Promise<boolean> {
  const request = new Request(new URL('/api/v1.0/desk/session/validate', window.location.origin), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  })
  const response = await sendRequest(request, shownLanguage(), csrfCookie)
  const body = (await readJson(response)) as ValidateAnswer | null | undefined
  // Any other answer says nothing about the session, whose end takes what the person has typed.
  if (!response.ok || typeof body?.success !== 'boolean') throw apiError(response, body)
  if (body.success && body.data) {
    keepSession(body.data)
    return true
  }
  dropSession(body.errors?.general === 'DESK.ENDED_BY_OWNER' ? 'owner' : 'expired')
  return false
}

/**
 * Renews the session; concurrent callers share one request. Resolves to whether there is a session. Rejects with an `ApiError` if the
 * server does not say: what was known stays.
 */
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
