import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { queryClient } from '@desk/api/query-client'
import { useSession } from '@desk/api/session'
import { showLanguage } from '@desk/i18n/setup'
import { useLive } from '@desk/lib/stream'
import { useOutbox } from '@desk/lib/outbox'
import { elementError } from '@shared/testing/element-error'
import { useToasts } from '@shared/toasts'
import { server } from './server'
import { FakeEventSource } from './stream'

// The first screen of a test file loads its code, slowly on a busy machine.
configure({ asyncUtilTimeout: 20_000, getElementError: elementError })

// Browser APIs that jsdom lacks.
window.scrollTo = vi.fn() as typeof window.scrollTo
Element.prototype.scrollIntoView = vi.fn()
Element.prototype.getAnimations = () => []
window.EventSource = FakeEventSource as unknown as typeof EventSource
window.IntersectionObserver = class implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  readonly observe = vi.fn()
  readonly unobserve = vi.fn()
  readonly disconnect = vi.fn()
  readonly takeRecords = () => []
}
window.ResizeObserver = class implements ResizeObserver {
  readonly observe = vi.fn()
  readonly unobserve = vi.fn()
  readonly disconnect = vi.fn()
}
Blob.prototype.arrayBuffer = function arrayBuffer(this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as ArrayBuffer)
    reader.onerror = () => reject(new Error('unreadable'))
    reader.readAsArrayBuffer(this)
  })
}
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: query.startsWith('(min-width'),
    media: query,
    onchange: null,
    addListener: vi.fn(),
    removeListener: vi.fn(),
  })

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/desk')
  queryClient.clear()
  useSession.setState(useSession.getInitialState(), true)
  useToasts.setState(useToasts.getInitialState(), true)
  useLive.setState(useLive.getInitialState(), true)
  useOutbox.setState({ waiting: [] })
  FakeEventSource.open.clear()
  await showLanguage('en')
})

afterEach(() => {
  cleanup()
  server.resetHandlers()
})

afterAll(() => server.close())
