import { t } from '@/lib/i18n/instance'
import { currentLanguage } from '@/lib/i18n/current'
import { isLanguage, languageNames, pathInLanguage, splitLanguage, storeLanguage, storedLanguage, type Language } from '@shared/language'
import type { TextKey } from '@shared/text-key'
import styles from './language-offer.module.css'

/** Each in its own language, whatever the page's is. */
const offers: Readonly<Record<Language, TextKey>> = {
  az: 'LANGUAGE.CONTINUE_AZ',
  ru: 'LANGUAGE.CONTINUE_RU',
  en: 'LANGUAGE.CONTINUE_EN',
}

/** The first language of the browser that the shop has. */
function browserLanguage(): Language | undefined {
  return navigator.languages.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage)
}

/**
 * Offers the browser's language in one line over the page, where the address names none and the visitor has not chosen. The answer is
 * remembered; without one, nothing changes.
 */
export function offerLanguage(): void {
  const wanted = browserLanguage()
  const shown = currentLanguage()
  const isNamed = splitLanguage(window.location.pathname).language !== null
  if (isNamed || storedLanguage() !== null || wanted === undefined || wanted === shown) return

  const line = document.createElement('section')
  line.className = styles.line ?? ''
  line.lang = wanted
  line.setAttribute('aria-label', languageNames[wanted])
  const link = document.createElement('a')
  link.className = styles.link ?? ''
  link.hreflang = wanted
  link.textContent = t(offers[wanted])
  const follow = () => {
    const { pathname, search, hash } = window.location
    link.href = pathInLanguage(pathname, wanted) + search + hash
  }
  follow()
  link.addEventListener('click', () => {
    // The visitor may have gone on to another page.
    follow()
    storeLanguage(wanted)
  })
  const close = document.createElement('button')
  close.type = 'button'
  close.className = styles.close ?? ''
  close.lang = shown
  close.setAttribute('aria-label', t('COMMON.CLOSE'))
  close.textContent = '×'
  close.addEventListener('click', () => {
    storeLanguage(shown)
    line.remove()
  })
  line.append(link, close)
  document.body.append(line)
}
