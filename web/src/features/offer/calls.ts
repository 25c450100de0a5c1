import type { Schemas } from '@shared/api/contract'
import { ApiError, apiError, readJson } from '@shared/api/error'
import { saveFile } from '@shared/save-file'
import { call } from '@/lib/api/client'
import { send } from '@/lib/api/transport'

export type PublicOffer = Schemas['PublicOffer']
export type OfferLine = Schemas['PublicOfferLine']
export type OfferFile = Schemas['MessagePhoto']
export type CallWindow = Schemas['CallWindow']
export type DeclineReason = Extract<Schemas['InquiryReason'], 'price' | 'time' | 'competitor' | 'other'>

export const maxAddress = 200
/** Longest wish or comment. */
export const maxText = 1_000

/** An answer that came too late or to another sum; `data` is the offer as it is now. */
type OfferConflict = ApiError & { data: PublicOffer }
export const isConflict = (error: Error | null): error is OfferConflict =>
  error instanceof ApiError && error.status === 409 && error.data !== null

/** Decision of the customer on an offer. */
export type Answer =
  | { kind: 'accept'; address: string; callWindow: CallWindow | null; confirmsSize: boolean }
  | { kind: 'decline'; reason: DeclineReason; text: string }
  | { kind: 'change'; text: string }
  | { kind: 'again' }

export const viewOffer = (token: string) => call('POST', '/offers/view', { body: { token } })

/** Saves a file of the offer on the customer's computer. */
export async function downloadFile(token: string, { mediaId, name }: OfferFile): Promise<void> {
  const request = new Request(new URL('/api/v1.0/offers/file', window.location.origin), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, mediaId }),
  })
  const response = await send(request)
  if (!response.ok) throw apiError(response, await readJson(response))
  saveFile(await response.blob(), name)
}

/** Sends an answer to the revision and, of an acceptance, the sum that the customer saw. */
export function sendAnswer(token: string, { revision, total }: PublicOffer, answer: Answer): Promise<PublicOffer> {
  switch (answer.kind) {
    case 'accept': {
      const { address, callWindow, confirmsSize } = answer
      const wishes = { ...(address !== '' && { address }), ...(callWindow !== null && { callWindow }) }
      return call('POST', '/offers/accept', { body: { token, revision, total, ...wishes, ...(confirmsSize && { confirmsSize }) } })
    }
    case 'decline':
      return call('POST', '/offers/decline', { body: { token, revision, reason: answer.reason, text: answer.text } })
    case 'change':
      return call('POST', '/offers/ask-change', { body: { token, revision, text: answer.text } })
    case 'again':
      return call('POST', '/offers/ask-again', { body: { token } })
  }
}
