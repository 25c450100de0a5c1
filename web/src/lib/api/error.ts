/** An answer that is not a success. `message` is the server's own sentence in the request's language, or empty. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    /** HTTP status; 0 where no answer came (network away, deadline passed). */
    readonly status: number,
    message: string,
    /** Message keys by field. */
    readonly errors: Readonly<Record<string, string>> = {},
  ) {
    super(message)
  }
}

/** Worth asking again: nothing was decided by the server. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** Reads what it can from an error's body. */
export function apiError(status: number, body: unknown): ApiError {
  if (typeof body !== 'object' || body === null) return new ApiError(status, '')
  const { message, errors } = body as { message?: unknown; errors?: unknown }
  const fields =
    typeof errors === 'object' && errors !== null
      ? Object.fromEntries(
          Object.entries(errors).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        )
      : {}
  return new ApiError(status, typeof message === 'string' ? message : '', fields)
}

/** The server's own sentence about what went wrong, or nothing. */
export function serverMessage(error: unknown): string {
  return error instanceof ApiError ? error.message : ''
}
