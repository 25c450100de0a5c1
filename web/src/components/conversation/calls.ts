import type { Schemas } from '@shared/api/contract'
import { ApiError, apiError } from '@shared/api/error'
import { sendForm } from '@shared/api/send-form'
import { photoUrl } from '@shared/conversation/photo-url'
import type { SendPhoto } from '@shared/conversation/use-photos'
import { call } from '@/lib/api/client'
import { send } from '@/lib/api/transport'
import { currentLanguage } from '@/lib/i18n/current'

export type PublicConversation = Schemas['PublicConversation']

/** The largest photo, in bytes. */
const maxPhotoBytes = 10 * 1024 * 1024

/** With `isSeen`, what the staff wrote is read by this. */
export const viewConversation = (token: string, isSeen: boolean) => call('POST', '/conversations/view', { body: { token, isSeen } })

/** A repeated call with the same id has no second effect. */
export const writeMessage = (token: string, message: { id: string; text: string; mediaIds: string[] }) =>
  call('POST', '/conversations/messages', { body: { token, ...message } })

/** Sends a photo for a message of this conversation. */
export const sendPhoto =
  (token: string): SendPhoto =>
  async (file, { signal, onProgress }) => {
    if (file.size > maxPhotoBytes) throw new ApiError(413, '')
    const form = new FormData()
    form.set('token', token)
    form.set('file', file)
    const answer = await sendForm('/conversations/photos', form, {
      headers: { 'Accept-Language': currentLanguage() },
      onProgress,
      signal,
    })
    if (answer instanceof ApiError) throw answer
    return (answer.data as Schemas['MessagePhoto']).mediaId
  }

/** Resolves to the address of a photo of this conversation; fails with 202 while it is converted. */
export const loadPhoto = (token: string) => async (mediaId: string) => {
  const request = new Request(new URL('/api/v1.0/conversations/photo', window.location.origin), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, mediaId }),
  })
  const response = await send(request)
  if (response.status !== 200) throw apiError(response, await response.json().catch(() => undefined))
  return photoUrl(await response.arrayBuffer())
}
