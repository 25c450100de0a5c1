import type { Language } from '@shared/language'
import { settings } from './settings'

/** Link to the home page: `/{language}`, or the operator's other site. */
export function homeLink(language: Language): { href: string; external: boolean } {
  return settings.siteRoot === null
    ? { href: `~/${language}`, external: false }
    : { href: settings.siteRoot.replace('{language}', language), external: true }
}
