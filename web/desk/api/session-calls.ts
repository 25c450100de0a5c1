import type { Language } from '@shared/language'
import { rememberLanguage, shownLanguage } from '@desk/i18n/language'
import { call } from './client'
import { dropSession, keepSession } from './session'

export async function signIn(body: { email: string; password: string }): Promise<void> {
  keepSession(await call('POST', '/desk/session', { body }))
}

export async function passSecondFactor(body: { code: string; rememberDevice: boolean } | { recoveryCode: string }): Promise<void> {
  keepSession(await call('POST', '/desk/session/second-factor', { body }))
}

export async function signOut(): Promise<void> {
  await call('DELETE', '/desk/session')
  dropSession(null)
  // The answer has cleared the storage.
  rememberLanguage(shownLanguage())
}

/** `token` of a mailed link, where the first factor needs one. */
export const addFactor = (name: string, token = '') =>
  call('POST', '/desk/me/second-factors', { body: token === '' ? { name } : { name, token } })

export const requestEnrolmentLink = () => call('POST', '/desk/me/second-factors/link')

export const confirmFactor = (id: string, code: string) =>
  call('POST', '/desk/me/second-factors/{id}/confirm', { path: { id }, body: { code } })

export const viewInvitation = (token: string) => call('POST', '/desk/invitations/view', { body: { token } })

export async function acceptInvitation(body: {
  token: string
  password: string
  name?: string
  lastname?: string
  language: Language
}): Promise<void> {
  keepSession(await call('POST', '/desk/invitations/accept', { body }))
}

export async function stepUp(body: { code: string } | { recoveryCode: string }): Promise<void> {
  keepSession(await call('POST', '/desk/session/step-up', { body }))
}
