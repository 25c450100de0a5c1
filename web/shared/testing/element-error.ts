import { prettyDOM } from '@testing-library/react'

/**
 * Returns the error of an element that is not found. Its message has the page, which takes long to write and is read only if the
 * test fails: a test that waits for an element gets such an error each 50 ms.
 */
export function elementError(message: string | null, container: Element): Error {
  const error = new Error()
  Error.captureStackTrace(error, elementError)
  let written: string | undefined
  Object.defineProperties(error, {
    name: { value: 'TestingLibraryElementError' },
    message: { configurable: true, get: () => (written ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n')) },
  })
  return error
}
