import { askForApp } from '@/app/first-view/ask-for-app'
import { afterFirstView } from '@/app/first-view/after-first-view'
import { noteActions } from '@/app/first-view/hand-over'
import { nextTask } from '@/lib/schedule'
import '@/styles/tokens.css'
import '@/styles/fonts.css'
import '@/styles/base.css'

/** Without texts there are no words to show an error with: these three are all that is built in. */
const unreachable = [
  'Sayt açılmadı. İnterneti yoxlayın və səhifəni yenidən yükləyin.',
  'Сайт не открылся. Проверьте интернет и обновите страницу.',
  'The shop could not be loaded. Check your connection and reload the page.',
]

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no #root')

// Each step is a task of its own, so that the processor is never busy for long.
async function draw(root: HTMLElement): Promise<void> {
  const onShown = noteActions(root)
  await afterFirstView(root)
  askForApp()
  await nextTask()
  await import('react-dom/client')
  await nextTask()
  const { start } = await import('@/app/start')
  await nextTask()
  await start(root, onShown)
}

draw(root).catch(() => {
  root.replaceChildren(
    ...unreachable.map((sentence) => Object.assign(document.createElement('p'), { textContent: sentence })),
  )
})
