import { ApiError, apiError } from '@shared/api/error'
import { readCookie, sendRequest } from '@shared/api/transport'
import { shownLanguage } from '@desk/i18n/language'
import { repair } from './client'
import { csrfCookie } from './session'

// Calls with a body that is no JSON. Paths are those of the contract, below `/api/v1.0`.

const root = '/api/v1.0'

interface Sent {
  file: File
  /** The idempotency key, the same for each repetition. */
  key: string
  /** Called with the share that was sent, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Sends an attempt again where the cause of its refusal could be removed, such as an old session. */
async function repaired<Answer>(path: string, attempt: () => Promise<Answer | ApiError>): Promise<Answer> {
  let answer = await attempt()
  if (answer instanceof ApiError && (await repair(answer, path))) answer = await attempt()
  if (answer instanceof ApiError) throw answer
  return answer
}

/** Posts a form with one file. `fetch` does not tell what was sent. */
function post(path: string, { file, key, onProgress, signal }: Sent): Promise<{ data: unknown } | ApiError> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => {
      request.abort()
      reject(new DOMException('the upload was cancelled', 'AbortError'))
    }
    signal.addEventListener('abort', abort, { once: true })
    request.open('POST', root + path)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Accept-Language', shownLanguage())
    request.setRequestHeader('Idempotency-Key', key)
    const token = readCookie(csrfCookie)
    if (token !== null) request.setRequestHeader('X-XSRF-TOKEN', token)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onerror = () => resolve(new ApiError(0, ''))
    request.onload = () => {
      const body = parsed(request.responseText)
      const isOk = request.status >= 200 && request.status < 300
      const retryAfter = request.getResponseHeader('Retry-After')
      const headers = new Headers(retryAfter === null ? {} : { 'Retry-After': retryAfter })
      resolve(isOk ? (body as { data: unknown }) : apiError(new Response(null, { status: request.status, headers }), body))
    }
    request.onloadend = () => signal.removeEventListener('abort', abort)
    const form = new FormData()
    form.set('file', file)
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

/**
 * Uploads a file, and resolves to the `data` of the answer.
 *
 * Rejects with an `ApiError`, of status 0 without a response, and with an `AbortError` once `signal` is aborted.
 */
export async function upload(path: string, sent: Sent): Promise<unknown> {
  return (await repaired(path, () => post(path, sent))).data
}

/** The name that an answer gives its file. */
function nameOf({ headers }: Response): string | undefined {
  const disposition = headers.get('Content-Disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return encoded === undefined ? /filename="([^"]+)"/.exec(disposition)?.[1] : decodeURIComponent(encoded)
}

/**
 * Saves the file that a call answers with, whole or not at all; `name` is used where the answer has none.
 *
 * Rejects with an `ApiError`, of status 0 where the connection was lost.
 */
export async function download(path: string, query: Readonly<Record<string, string | undefined>>, name: string): Promise<void> {
  const url = new URL(root + path, window.location.origin)
  for (const [key, value] of Object.entries(query)) if (value !== undefined && value !== '') url.searchParams.set(key, value)
  const response = await repaired(path, async () => {
    const answer = await sendRequest(new Request(url), shownLanguage(), csrfCookie)
    return answer.ok ? answer : apiError(answer, await answer.json().catch(() => undefined))
  })
  const content = await response.blob().catch(() => {
    throw new ApiError(0, '')
  })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = nameOf(response) ?? name
  link.click()
  URL.revokeObjectURL(link.href)
}
