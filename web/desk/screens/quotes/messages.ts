import { ApiError, apiError } from '@shared/api/error'
import { sendRequest } from '@shared/api/transport'
import { photoUrl } from '@shared/conversation/photo-url'
import { csrfCookie, validateSession } from '@desk/api/session'
import { shownLanguage } from '@desk/i18n/language'

/** Resolves to the address of a photo of a conversation; fails with 202 while it is converted. A session that ended is renewed once. */
export async function loadPhoto(number: string, mediaId: string): Promise<string> {
  const attempt = async () => {
    const url = new URL(`/api/v1.0/desk/quotes/${number}/messages/photos/${mediaId}`, window.location.origin)
    const response = await sendRequest(new Request(url), shownLanguage(), csrfCookie)
    return response.status === 200 ? response : apiError(response, await response.json().catch(() => undefined))
  }
  let answer = await attempt()
  if (answer instanceof ApiError && answer.status === 401 && (await validateSession())) answer = await attempt()
  if (answer instanceof ApiError) throw answer
  return photoUrl(await answer.arrayBuffer())
}
