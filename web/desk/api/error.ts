import { ApiError, apiError } from '@shared/api/error'

/** A refusal of the desk: error keys by field, and the present record where the call answers one with its 409. */
export class DeskError extends ApiError {
  constructor(
    refusal: ApiError,
    readonly data: unknown,
    /** Seconds after which a repetition may succeed; null without the header. */
    readonly retryAfter: number | null,
  ) {
    super(refusal.status, refusal.message, refusal.errors)
  }
}

export function deskError(response: Response, body: unknown): DeskError {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : null
  const seconds = Number(response.headers.get('Retry-After') ?? NaN)
  return new DeskError(apiError(response.status, body), data, Number.isNaN(seconds) ? null : seconds)
}

/** Whether an error has this key, at a field or in general. */
export function hasKey(error: unknown, key: string): boolean {
  return error instanceof ApiError && Object.values(error.errors).includes(key)
}

/** Whether another person changed the record meanwhile. */
export const isChanged = (error: unknown): error is DeskError => error instanceof DeskError && hasKey(error, 'DESK.CHANGED')

/** Whether there was no response at all. */
export const isOffline = (error: unknown): boolean => error instanceof ApiError && error.status === 0
