import { setupServer } from 'msw/node'
import { contentHandlers } from './handlers/content'
import { shopHandlers } from './handlers/shop'

/** Answers as the gateway does; a call that nobody expects fails the test. */
export const server = setupServer(...shopHandlers, ...contentHandlers)
