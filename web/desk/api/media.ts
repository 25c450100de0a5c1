import { ApiError, apiError, isChanged, readJson } from '@shared/api/error'
import { sendRequest } from '@shared/api/transport'
import { shownLanguage } from '@desk/i18n/language'
import { isProcessing, processingMs } from '@desk/lib/media'
import type { FetchPicture, SendFile } from '@desk/lib/uploads'
import { call } from './client'
import type { Media } from './records'
import { csrfCookie, validateSession } from './session'

/** Bytes of one request; the gateway takes at most twice as many. */
const chunkBytes = 512 * 1024

/** Appends bytes to an upload. A session that ended meanwhile is renewed once. */
async function append(id: string, offset: number, bytes: ArrayBuffer, signal: AbortSignal): Promise<Media> {
  const attempt = async () => {
    const request = new Request(new URL(`/api/v1.0/desk/media/${id}`, window.location.origin), {
      method: 'PATCH',
      headers: { Accept: 'application/json', 'Content-Type': 'application/octet-stream', 'Upload-Offset': String(offset) },
      body: bytes,
      signal,
    })
    const response = await sendRequest(request, shownLanguage(), csrfCookie)
    const body: unknown = await readJson(response)
    return response.ok ? (body as { data: Media }).data : apiError(response, body)
  }
  let answer = await attempt()
  if (answer instanceof ApiError && answer.status === 401 && (await validateSession())) answer = await attempt()
  if (answer instanceof ApiError) throw answer
  return answer
}

/** Sends a file in parts. With the same key it goes on after the last part that has arrived. */
const sendAs =
  (kind: Media['kind']): SendFile =>
  async (file, { key, signal, onProgress }) => {
    let media = await call('POST', '/desk/media/uploads', { body: { kind, name: file.name, size: file.size }, key, signal })
    while (media.state === 'uploading') {
      const { id, received } = media
      onProgress(received / file.size)
      const part = await file.slice(received, received + chunkBytes).arrayBuffer()
      try {
        media = await append(id, received, part, signal)
      } catch (error) {
        // A part that was given up has arrived after all.
        if (!isChanged(error)) throw error
        media = await call('GET', '/desk/media/{id}', { path: { id }, signal })
      }
    }
    return media
  }

export const sendPicture = sendAs('picture')

/** Sends a file for a note or a quote. */
export const sendFile = sendAs('file')

/** Sends a photo for a message to a customer. */
export const sendPhoto = sendAs('photo')

/** Waits, at most until the signal aborts. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', end, { once: true })
  })

/** Has the service fetch the picture of a public address, and waits for its sizes. Rejects with the reason if there is none. */
export const fetchPicture: FetchPicture = async (url, signal) => {
  let media = await call('POST', '/desk/media/fetch', { body: { url }, signal })
  while (isProcessing(media)) {
    await pause(processingMs, signal)
    signal.throwIfAborted()
    media = await call('GET', '/desk/media/{id}', { path: { id: media.id }, signal })
  }
  if (media.state === 'failed') throw new ApiError(400, '', { url: media.failure ?? 'MEDIA.BROKEN' })
  return media
}
