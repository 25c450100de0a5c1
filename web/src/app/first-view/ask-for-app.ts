/** Asks for the app's code, which pages with a first view leave until then: the gateway writes `later` into their links. */
export function askForApp(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="later"]')) link.rel = 'modulepreload'
}
