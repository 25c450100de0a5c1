import { ApiError, apiError, readJson } from '@shared/api/error'
import { sendForm } from '@shared/api/send-form'
import { readCookie, sendRequest } from '@shared/api/transport'
import { saveFile } from '@shared/save-file'
import { shownLanguage } from '@desk/i18n/language'
import { repair } from './client'
import { csrfCookie } from './session'

// Calls with a body that is no JSON. Paths are those of the contract, below `/api/v1.0`.

const root = '/api/v1.0'

interface Sent {
  file: File
  /** The idempotency key, the same for each repetition. */
  key: string
  /** The query of the call. */
  query?: Readonly<Record<string, string>>
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

/** Posts a form with one file. */
function post(path: string, { file, key, query, onProgress, signal }: Sent) {
  const form = new FormData()
  form.set('file', file)
  const token = readCookie(csrfCookie)
  const headers = {
    'Accept-Language': shownLanguage(),
    'Idempotency-Key': key,
    ...(token !== null && { 'X-XSRF-TOKEN': token }),
  }
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`
  return sendForm(path + search, form, { headers, onProgress, signal })
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
    return answer.ok ? answer : apiError(answer, await readJson(answer))
  })
  const content = await response.blob().catch(() => {
    throw new ApiError(0, '')
  })
  saveFile(content, nameOf(response) ?? name)
}
