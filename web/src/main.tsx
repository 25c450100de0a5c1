import { createRoot } from 'react-dom/client'
import { App } from '@/app/App'
import { loadScreen } from '@/app/routes'
import { startScrollMemory } from '@/app/scroll'
import { currentLanguage } from '@/lib/i18n/current'
import { startTexts } from '@/lib/i18n/setup'
import '@/styles/tokens.css'
import '@/styles/fonts.css'
import '@/styles/base.css'

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no #root')

/** Without texts there are no words to show an error with: these three are all that is built in. */
const unreachable = [
  'Sayt açılmadı. İnterneti yoxlayın və səhifəni yenidən yükləyin.',
  'Сайт не открылся. Проверьте интернет и обновите страницу.',
  'The shop could not be loaded. Check your connection and reload the page.',
]

startScrollMemory()
// The screen's code comes while the texts come.
loadScreen(window.location.pathname)
startTexts(currentLanguage()).then(
  () => createRoot(root).render(<App />),
  () => {
    root.replaceChildren(
      ...unreachable.map((sentence) => Object.assign(document.createElement('p'), { textContent: sentence })),
    )
  },
)
