import { readCookie } from '@shared/api/transport'
import createClient from 'openapi-fetch'
import { goToLogin } from '@/lib/login'
import { validateSession } from '@/lib/session'
import { ApiError, apiError } from '@shared/api/error'
import { InlinedData } from './inlined-data'
import type { paths } from '@shared/api/schema'
import { csrfCookie, send } from './transport'

/** Calls whose 401 is about the credentials in the body instead of the session. */
const credentialCall = /\/(Auth|Sessions)\//i

const inlinedData = new InlinedData()

const maybeSignedIn = () => readCookie(csrfCookie) !== null

/**
 * Renews the session once after a 401 and repeats the call; without a session, navigates to the sign-in screen. Rejects with an
 * `ApiError` if the server does not say whether there is one.
 */
async function sendWithSession(request: Request): Promise<Response> {
  const inlined = inlinedData.response(request, maybeSignedIn())
  if (inlined !== null) return inlined
  const again = request.clone()
  const response = await send(request)
  if (response.status !== 401 || credentialCall.test(request.url)) return response
  // A second 401 with a valid session is not about signing in.
  if (await validateSession()) return send(again)
  goToLogin()
  return response
}

export const api = createClient<paths>({ baseUrl: window.location.origin, fetch: sendWithSession })

type InlinedBody<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never

/**
 * Returns the inlined body of a GET synchronously, so that the first render has it. `names` replace the parts of the path
 * in braces.
 */
export function inlinedBody<Path extends keyof paths>(
  path: Path,
  query: Readonly<Record<string, string | number>>,
  names: Readonly<Record<string, string | number>> = {},
): InlinedBody<Path> | undefined {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(names[name]))
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return inlinedData.body(filled, parameters, maybeSignedIn()) as InlinedBody<Path> | undefined
}

interface FetchResult<Data> {
  data?: Data
  error?: unknown
  response: Response
}

/** Returns the body of a successful call. Rejects with an `ApiError`, also if the envelope has `success: false`. */
export async function unwrap<Data>(call: Promise<FetchResult<Data>>): Promise<Data> {
  const { data, error, response } = await call
  if (!response.ok) throw apiError(response, error)
  if (data === undefined) throw new ApiError(response.status, '')
  if (typeof data === 'object' && data !== null && 'success' in data && data.success === false) {
    throw apiError(response, data)
  }
  return data
}
