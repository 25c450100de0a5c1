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

const maybeSignedIn = () => readCookie('XSRF-TOKEN') !== null

/** A 401 may only mean that the session's half hour is over: renew it once and repeat, else sign in again. */
async function sendWithSession(request: Request): Promise<Response> {
  const inlinedAnswer = inlined.take(request, maybeSignedIn())
  if (inlinedAnswer !== null) return inlinedAnswer
  const again = request.clone()
  const response = await send(request)
  if (response.status !== 401 || ownAnswer.test(request.url)) return response
  // Refused again with a good session, it is no matter of signing in.
  if (await validateSession()) return send(again)
  goToLogin()
  return response
}

export const api = createClient<paths>({ baseUrl: window.location.origin, fetch: sendWithSession })

type Brought<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never

/**
 * What the page brought as the answer to a GET, at once, so that what is drawn first has it; `names` are for the
 * parts of the path in braces.
 */
export function brought<Path extends keyof paths>(
  path: Path,
  query: Readonly<Record<string, string | number>>,
  names: Readonly<Record<string, string | number>> = {},
): Brought<Path> | undefined {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => String(names[name]))
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return inlined.body(address, parameters, maybeSignedIn()) as Brought<Path> | undefined
}

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
