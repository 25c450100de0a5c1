import { setupServer } from 'msw/node'

/** Stands for the gateway; an unhandled request fails the test. */
export const server = setupServer()
