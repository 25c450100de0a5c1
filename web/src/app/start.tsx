import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { currentLanguage } from '@/lib/i18n/current'
import { startTexts } from '@/lib/i18n/setup'
import { nextTask } from '@/lib/schedule'
import { App } from './App'
import { loadScreen } from './routes'
import { startScrollMemory } from './scroll'

/** Draws the app in place of the first view that the page came with, where it has one, and tells when it stands. */
export async function start(root: HTMLElement, onShown: () => void): Promise<void> {
  startScrollMemory()
  const hasFirstView = root.hasChildNodes()
  // The screen's code comes while the texts come.
  const screen = loadScreen(window.location.pathname, hasFirstView)
  await startTexts(currentLanguage())
  if (hasFirstView) await screen
  await nextTask()
  // A transition gives the processor back now and then; the first view stays until all is drawn.
  startTransition(() => createRoot(root).render(<App onShown={onShown} />))
}
