import createClient from 'openapi-fetch'
import { goToLogin } from '@/lib/login'
import { validateSession } from '@/stores/session'
import { ApiError, apiError } from './error'
import { InlinedData } from './inlined-data'
import type { paths } from './schema'
import { readCookie, send } from './transport'

/** These say 401 about what was typed, not about the session. */
const ownAnswer = /\/(Auth|Sessions)\//i

const inlined = new InlinedData()

/** A 401 may only mean that the session's half hour is over: renew it once and repeat, else sign in again. */
async function sendWithSession(request: Request): Promise<Response> {
  const brought = inlined.take(request, readCookie('XSRF-TOKEN') !== null)
  if (brought !== null) return brought
  const again = request.clone()
  const response = await send(request)
  if (response.status !== 401 || ownAnswer.test(request.url)) return response
  // Refused again with a good session, it is no matter of signing in.
  if (await validateSession()) return send(again)
  goToLogin()
  return response
}

export const api = createClient<paths>({ baseUrl: window.location.origin, fetch: sendWithSession })

interface Answer<Data> {
  data?: Data
  error?: unknown
  response: Response
}

/** The body of a success, or an `ApiError`: also where the envelope itself says `success: false`. */
export async function answer<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call
  if (!response.ok) throw apiError(response.status, error)
  if (data === undefined) throw new ApiError(response.status, '')
  if (typeof data === 'object' && data !== null && 'success' in data && data.success === false) {
    throw apiError(response.status, data)
  }
  return data
}
