import { randomHex } from '../random'
import { ApiError } from './error'

/** Longer than the gateway's own timeout, so that its response arrives. */
const timeoutMs = 20_000

const unsafeMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

export function readCookie(name: string): string | null {
  const start = `${name}=`
  const part = document.cookie.split('; ').find((cookie) => cookie.startsWith(start))
  return part === undefined ? null : decodeURIComponent(part.slice(start.length))
}

/**
 * Sends a request with the common headers and a timeout; an unsafe one repeats the CSRF token of the cookie. Rejects with an
 * `ApiError` of status 0 without a response.
 */
export async function sendRequest(request: Request, language: string, csrfCookie: string): Promise<Response> {
  const headers = new Headers(request.headers)
  headers.set('Accept-Language', language)
  // Starts the trace that the gateway and the services continue.
  headers.set('traceparent', `00-${randomHex(16)}-${randomHex(8)}-01`)
  if (unsafeMethods.has(request.method)) {
    const token = readCookie(csrfCookie)
    if (token !== null) headers.set('X-XSRF-TOKEN', token)
  }
  const controller = new AbortController()
  const cancel = () => controller.abort(request.signal.reason)
  request.signal.addEventListener('abort', cancel, { once: true })
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  try {
    return await fetch(new Request(request, { headers, credentials: 'same-origin', signal: controller.signal }))
  } catch (cause) {
    if (request.signal.aborted) throw cause
    throw new ApiError(0, '')
  } finally {
    clearTimeout(timer)
    request.signal.removeEventListener('abort', cancel)
  }
}
