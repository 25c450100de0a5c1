import { keepVisit } from '@/lib/visit'
import { watchPageTranslator } from '@shared/page-translator'
import { offerLanguage } from './language-offer'
import { keepPageOffline } from './offline-links'

/** Visitors translate a page after they have seen it. The visit is that of the address which the browser opened. */
export function later(): void {
  watchPageTranslator()
  offerLanguage()
  keepPageOffline()
  import('./later-view').then(({ showLaterView }) => showLaterView()).catch(() => undefined)
  const [opened] = performance.getEntriesByType('navigation')
  keepVisit(opened?.name ?? window.location.href)
}
