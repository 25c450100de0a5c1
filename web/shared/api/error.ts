/** A failed call. `message` is the server's text in the request's language, or empty. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    /** HTTP status; 0 without a response (network error or timeout). */
    readonly status: number,
    message: string,
    /** Message keys by field; `general` for those of no field. */
    readonly errors: Readonly<Record<string, string>> = {},
    /** The record as it is now, of a 409 that has it; else null. */
    readonly data: unknown = null,
    /** Seconds of `Retry-After`; null without the header. */
    readonly retryAfter: number | null = null,
  ) {
    super(message)
  }
}

/** Makes an error from a response and its body of any shape. */
export function apiError({ status, headers }: Response, body: unknown): ApiError {
  const { message, errors, data = null } = (body ?? {}) as { message?: unknown; errors?: unknown; data?: unknown }
  const fields = Object.entries(errors ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const seconds = Number(headers.get('Retry-After') ?? NaN)
  return new ApiError(
    status,
    typeof message === 'string' ? message : '',
    Object.fromEntries(fields),
    data,
    Number.isNaN(seconds) ? null : seconds,
  )
}

/**
 * Reads the JSON of a response; `undefined` for any other body. Rejects with an `ApiError` of status 0 if the connection breaks, or the
 * page is left, after the head of a success.
 */
export async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    if (response.ok && !(cause instanceof SyntaxError)) throw new ApiError(0, '')
    return undefined
  }
}

/** Whether a retry may succeed: there was no response, or a server error. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** Whether there was no response. */
export const isOffline = (error: unknown): boolean => error instanceof ApiError && error.status === 0

/** Whether an error has this message key, at a field or in general. */
export function hasKey(error: unknown, key: string): error is ApiError {
  return error instanceof ApiError && Object.values(error.errors).includes(key)
}

/** Whether another person changed the record meanwhile; `data` is the record as it is now. */
export const isChanged = (error: unknown): error is ApiError => hasKey(error, 'DESK.CHANGED')

/** The server's error message, or an empty text. */
export function serverMessage(error: unknown): string {
  return error instanceof ApiError ? error.message : ''
}
