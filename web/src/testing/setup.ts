import '@testing-library/jest-dom/vitest'
import { readFileSync } from 'node:fs'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { useGuestCart, useMergeState } from '@/lib/cart/state'
import { addTexts, showLanguage } from '@/lib/i18n/instance'
import type { Texts } from '@/lib/i18n/translator'
import { languages } from '@shared/language'
import { useCartDrawer } from '@/stores/cart-drawer'
import { useQuote } from '@/stores/quote'
import { useLaterView } from '@/lib/later-view'
import { useNiche } from '@/stores/niche'
import { useSelection } from '@/stores/selection'
import { useSentQuotes } from '@/stores/sent-quotes'
import { useSession } from '@/lib/session'
import { settings } from '@/lib/settings'
import { elementError } from '@shared/testing/element-error'
import { useToasts } from '@shared/toasts'
import { server } from './server'

/** A test may have fake timers. */
const realSetTimeout = setTimeout

// The first screen of a test file loads its code, slowly on a busy machine.
configure({ asyncUtilTimeout: 20_000, getElementError: elementError })

// Browser APIs that jsdom lacks.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}
// No WebGL.
HTMLCanvasElement.prototype.getContext = () => null
window.scrollTo = vi.fn() as typeof window.scrollTo
Element.prototype.scrollIntoView = vi.fn()
Element.prototype.scrollTo = vi.fn() as typeof Element.prototype.scrollTo
// Every element is in the viewport.
window.IntersectionObserver = class implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  readonly unobserve = vi.fn()
  readonly disconnect = vi.fn()
  readonly takeRecords = () => []

  constructor(private readonly notify: IntersectionObserverCallback) {}

  observe(target: Element): void {
    this.notify([{ target, isIntersecting: true } as IntersectionObserverEntry], this)
  }
}
// A wide viewport.
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: query.startsWith('(min-width'),
    media: query,
    onchange: null,
    addListener: vi.fn(),
    removeListener: vi.fn(),
  })

function resetStores(): void {
  settings.guestCart = false
  useGuestCart.setState(useGuestCart.getInitialState(), true)
  useMergeState.setState(useMergeState.getInitialState(), true)
  useCartDrawer.setState(useCartDrawer.getInitialState(), true)
  useQuote.setState(useQuote.getInitialState(), true)
  useSentQuotes.setState(useSentQuotes.getInitialState(), true)
  useNiche.setState({ niche: null }, true)
  useLaterView.setState(useLaterView.getInitialState(), true)
  useSelection.setState({ pieces: [], sent: null, isKept: true }, true)
  useSession.setState(useSession.getInitialState(), true)
  useToasts.setState(useToasts.getInitialState(), true)
}

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' })
  for (const language of languages) {
    addTexts(language, JSON.parse(readFileSync(`public/assets/i18n/${language}.json`, 'utf8')) as Texts)
  }
})

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  document.cookie = 'XSRF-TOKEN=; Max-Age=0'
  window.history.replaceState(null, '', '/')
  resetStores()
  showLanguage('en')
})

afterEach(async () => {
  cleanup()
  server.resetHandlers()
  // Unmounting may go back in the history, which ends in a later task.
  await new Promise((resolve) => realSetTimeout(resolve))
})

afterAll(() => server.close())
