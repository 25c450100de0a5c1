import { useEffect } from 'react'
import { settings } from './settings'

/** Sets the document's title, such as `Shop · Şəbəkə`, once it is known. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${settings.brand}`
  }, [title])
}
