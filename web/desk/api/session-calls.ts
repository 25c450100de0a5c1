import { desk } from './client'
import { dropSession, keepSession } from './session'
import type { ConfirmedFactor, Invitation, NewSecondFactor, Session } from './types'

const isSessionCall = true

export async function signIn(body: { email: string; password: string }): Promise<void> {
  keepSession(await desk.send<Session>('POST', 'session', { body, isSessionCall }))
}

export async function passSecondFactor(body: { code: string; rememberDevice: boolean } | { recoveryCode: string }): Promise<void> {
  keepSession(await desk.send<Session>('POST', 'session/second-factor', { body }))
}

export async function signOut(): Promise<void> {
  await desk.send<null>('DELETE', 'session', { isSessionCall })
  dropSession(false)
}

export const addFactor = (name: string) => desk.send<NewSecondFactor>('POST', 'me/second-factors', { body: { name } })

export const confirmFactor = (id: string, code: string) =>
  desk.send<ConfirmedFactor>('POST', `me/second-factors/${id}/confirm`, { body: { code } })

export const viewInvitation = (token: string) =>
  desk.send<Invitation>('POST', 'invitations/view', { body: { token }, isSessionCall })

export async function acceptInvitation(body: {
  token: string
  password: string
  name?: string
  lastname?: string
  language: string
}): Promise<void> {
  keepSession(await desk.send<Session>('POST', 'invitations/accept', { body, isSessionCall }))
}

export async function stepUp(body: { code: string } | { recoveryCode: string }): Promise<void> {
  keepSession(await desk.send<Session>('POST', 'session/step-up', { body }))
}
