import { setupServer } from 'msw/node'
import { contentHandlers } from './handlers/content'
import { shopHandlers } from './handlers/shop'

/** Mocks the gateway; an unhandled request fails the test. */
export const server = setupServer(...shopHandlers, ...contentHandlers)
