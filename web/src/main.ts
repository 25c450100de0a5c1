import { firstViewPainted, preloadApp } from '@/app/first-view/defer-app'
import { recordEvents } from '@/app/first-view/replay-events'
import { nextTask } from '@/lib/entry/schedule'
import '@shared/styles/tokens.css'
import '@shared/styles/fonts.css'
import '@/styles/scale.css'
import '@shared/styles/base.css'
import '@shared/styles/buttons.css'
import '@/styles/base.css'
import '@/styles/parts.css'

/** Error shown when the app or its texts do not load, in all languages. */
const loadError = [
  'Sayt açılmadı. İnterneti yoxlayın və səhifəni yenidən yükləyin.',
  'Сайт не открылся. Проверьте интернет и обновите страницу.',
  'The shop could not be loaded. Check your connection and reload the page.',
]

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no #root')

/** Loads and starts the app in several tasks, so that none blocks the main thread for long. */
async function load(root: HTMLElement): Promise<void> {
  const replayEvents = recordEvents(root)
  await firstViewPainted(root)
  preloadApp()
  await nextTask()
  await import('react-dom/client')
  await nextTask()
  const { start } = await import('@/app/start')
  await nextTask()
  await start(root, replayEvents)
}

load(root).catch(() => {
  root.replaceChildren(...loadError.map((sentence) => Object.assign(document.createElement('p'), { textContent: sentence })))
})
