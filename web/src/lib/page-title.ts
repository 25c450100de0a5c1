import { useEffect } from 'react'
import { settings } from './settings'

/** Names the tab: `Shop · Şəbəkə`. Nothing while the name is not known yet. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${settings.brand}`
  }, [title])
}
