import type { Language } from './language'
import { settings } from './settings'

/** Home is the root of the language's site: another site where an operator says so, else `/{language}` here. */
export function homeAddress(language: Language): { href: string; external: boolean } {
  return settings.siteRoot === null
    ? { href: `~/${language}`, external: false }
    : { href: settings.siteRoot.replace('{language}', language), external: true }
}
