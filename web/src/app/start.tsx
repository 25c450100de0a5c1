import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { currentLanguage } from '@/lib/i18n/current'
import { startTexts } from '@/lib/i18n/setup'
import { nextTask, whenIdle } from '@/lib/entry/schedule'
import { App } from './App'
import { loadScreen, preloadProductScreen } from './routes'
import { startScroll } from './scroll'

/** Renders the app in place of the page's first view, if any. Calls `onReady` after the first render. */
export async function start(root: HTMLElement, onReady: () => void): Promise<void> {
  startScroll()
  const hasFirstView = root.hasChildNodes()
  // The screen's code loads while the texts load.
  const screen = loadScreen(window.location.pathname, hasFirstView)
  await startTexts(currentLanguage())
  if (hasFirstView) await screen
  const code = new URLSearchParams(window.location.search).get('preview')
  // Without a session of the desk it is the ordinary page.
  const prepare = code === null ? undefined : await import('./preview').then(({ loadDrafts }) => loadDrafts(code)).catch(() => undefined)
  await nextTask()
  // A transition yields to the browser; the first view stays until the render is committed.
  startTransition(() =>
    createRoot(root, { onCaughtError: reportError }).render(
      <App
        prepare={prepare}
        onReady={() => {
          onReady()
          whenIdle(preloadProductScreen)
          whenIdle(loadLater)
        }}
      />,
    ),
  )
}

/** Code that the page does not wait for. Without the page translator's code, it leaves old texts, as in other shops. */
function loadLater(): void {
  import('./later').then(({ later }) => later()).catch(() => undefined)
}
