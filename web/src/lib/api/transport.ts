import { currentLanguage } from '@/lib/i18n/current'
import { randomHex } from '@/lib/random'
import { ApiError } from './error'

/** Longer than the gateway's own deadline, so that its answer wins. */
const deadlineMs = 20_000

const unsafe = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

export function readCookie(name: string): string | null {
  for (const part of document.cookie.split('; ')) {
    const at = part.indexOf('=')
    if (part.slice(0, at) === name) return decodeURIComponent(part.slice(at + 1))
  }
  return null
}

/** One call with the headers that every call carries, and a deadline. */
export async function send(request: Request): Promise<Response> {
  const headers = new Headers(request.headers)
  headers.set('Accept-Language', currentLanguage())
  // The trace begins here; the gateway and all behind it go on with it.
  headers.set('traceparent', `00-${randomHex(16)}-${randomHex(8)}-01`)
  if (unsafe.has(request.method)) {
    const token = readCookie('XSRF-TOKEN')
    if (token !== null) headers.set('X-XSRF-TOKEN', token)
  }
  const controller = new AbortController()
  const cancel = () => controller.abort(request.signal.reason)
  request.signal.addEventListener('abort', cancel, { once: true })
  const timer = setTimeout(() => controller.abort(), deadlineMs)
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
