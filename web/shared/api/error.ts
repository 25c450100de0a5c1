/** A failed call. `message` is the server's text in the request's language, or empty. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    /** HTTP status; 0 without a response (network error or timeout). */
    readonly status: number,
    message: string,
    /** Message keys by field. */
    readonly errors: Readonly<Record<string, string>> = {},
  ) {
    super(message)
  }
}

/** Whether a retry may succeed: there was no response, or a server error. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** Makes an error from a response body of any shape. */
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

/** The server's error message, or an empty text. */
export function serverMessage(error: unknown): string {
  return error instanceof ApiError ? error.message : ''
}
