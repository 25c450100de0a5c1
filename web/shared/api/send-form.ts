import { ApiError, apiError } from './error'

interface Sent {
  headers: Readonly<Record<string, string>>
  /** Called with the share that was sent, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Posts a form with a file; `fetch` does not tell what was sent. Resolves to the body of the answer, or to the error of a refusal,
 * of status 0 without a response. Rejects with an `AbortError` once `signal` is aborted.
 */
export function sendForm(path: string, form: FormData, { headers, onProgress, signal }: Sent): Promise<{ data: unknown } | ApiError> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => {
      request.abort()
      reject(new DOMException('the upload was cancelled', 'AbortError'))
    }
    signal.addEventListener('abort', abort, { once: true })
    request.open('POST', `/api/v1.0${path}`)
    request.setRequestHeader('Accept', 'application/json')
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onerror = () => resolve(new ApiError(0, ''))
    request.onload = () => {
      const body = parsed(request.responseText)
      const isOk = request.status >= 200 && request.status < 300
      const retryAfter = request.getResponseHeader('Retry-After')
      const answered = new Headers(retryAfter === null ? {} : { 'Retry-After': retryAfter })
      resolve(isOk ? (body as { data: unknown }) : apiError(new Response(null, { status: request.status, headers: answered }), body))
    }
    request.onloadend = () => signal.removeEventListener('abort', abort)
    request.send(form)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
