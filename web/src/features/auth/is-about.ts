import { ApiError } from '@shared/api/error'

/** Whether an error names a field. */
export const isAbout = (error: unknown, field: string) => error instanceof ApiError && field in error.errors
