import { ApiError, apiError } from '@shared/api/error'
import { send } from './transport'

/** A refused change, with the present state of what was to be changed. */
export class Conflict<Data> extends ApiError {
  constructor(
    refusal: ApiError,
    readonly present: Data,
  ) {
    super(refusal.status, refusal.message, refusal.errors)
  }
}

/**
 * Posts to a call below `/api/v1.0` of a page that a link opens, and returns its data. The token of the link travels in the body:
 * addresses are written to logs and histories. Rejects with an `ApiError`, which is a `Conflict` if it has the present state.
 */
export async function postByLink<Data>(path: string, body: object): Promise<Data> {
  const request = new Request(`${window.location.origin}/api/v1.0/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
  })
  const response = await send(request)
  const answer = (await response.json().catch(() => null)) as { data?: Data | null } | null
  const data = answer?.data ?? null
  if (response.ok && data !== null) return data
  const refusal = apiError(response, answer)
  throw response.status === 409 && data !== null ? new Conflict(refusal, data) : refusal
}
