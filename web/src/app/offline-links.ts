import { showToast } from '@shared/toasts'
import { t } from '@/lib/i18n/instance'

/** Returns whether the browser would leave the page of this document to follow a link in the same tab. */
function leavesPage(link: HTMLAnchorElement): boolean {
  const { href, target, origin, pathname, search, hash } = link
  if (href === '' || (target !== '' && target !== '_self') || link.hasAttribute('download') || !/^https?:/.test(href)) return false
  const isSamePage = origin === location.origin && pathname === location.pathname && search === location.search
  return !isSamePage || hash === ''
}

/** Keeps the page and tells why, where a link loads a new page without a connection: the browser's own error page helps nobody. */
export function keepPageOffline(): void {
  addEventListener('click', (event) => {
    if (
      navigator.onLine ||
      event.defaultPrevented ||
      event.button !== 0 ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || !leavesPage(link)) return
    event.preventDefault()
    showToast({ tone: 'error', text: t('COMMON.OFFLINE') })
  })
}
