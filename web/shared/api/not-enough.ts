import { ApiError } from './error'

/** Whether a cart was to have more pieces of a product than there are. */
export const isNotEnough = (error: unknown): boolean => error instanceof ApiError && Object.values(error.errors).includes('CART.NOT_ENOUGH')
