import { makeClient } from '@shared/api/client'
import { hasKey, type ApiError } from '@shared/api/error'
import { shownLanguage } from '@desk/i18n/language'
import type { DeskPaths } from './records'
import { csrfCookie, dropSession, validateSession } from './session'
import { askStepUp } from './step-up'

/** Calls whose refusal is about what was typed, not about the session. */
const credentialCall = /^\/desk\/(session|invitations\/\w+)$/

/** Removes the cause of a refusal, such as an old session. Resolves to whether the call is to be sent again. */
export async function repair(refusal: ApiError, path: string): Promise<boolean> {
  if (credentialCall.test(path)) return false
  if (refusal.status === 401) {
    const isLive = await validateSession()
    // With a session of an earlier step, the app goes where that step is done.
    return isLive && !hasKey(refusal, 'DESK.SECOND_FACTOR')
  }
  if (hasKey(refusal, 'ERROR.CSRF')) return validateSession()
  return hasKey(refusal, 'DESK.STEP_UP') && askStepUp()
}

export const { call, query, pages } = makeClient<DeskPaths>({
  csrfCookie,
  language: shownLanguage,
  repair,
  onUnauthorized: () => dropSession('expired'),
})
