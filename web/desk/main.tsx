import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '@shared/styles/tokens.css'
import '@shared/styles/fonts.css'
import './styles/scale.css'
import '@shared/styles/base.css'
import '@shared/styles/buttons.css'
import './styles/base.css'
import { watchPageTranslator } from '@shared/page-translator'
import { App } from './app/App'
import { shownLanguage } from './i18n/language'
import { showLanguage } from './i18n/setup'

/** Shown when the texts do not load, in all languages. */
const loadError = [
  'Masa açılmadı. İnterneti yoxlayın və səhifəni yenidən yükləyin.',
  'Кабинет не открылся. Проверьте интернет и обновите страницу.',
  'The desk could not be loaded. Check your connection and reload the page.',
]

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no #root')

watchPageTranslator()
showLanguage(shownLanguage()).then(
  () =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  () => root.replaceChildren(...loadError.map((sentence) => Object.assign(document.createElement('p'), { textContent: sentence }))),
)
