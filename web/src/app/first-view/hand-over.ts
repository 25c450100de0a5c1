const name = (element: Element) => element.getAttribute('aria-label') ?? element.textContent

/**
 * Notes what a visitor does in the page's first view, until the app has drawn its own elements: those of the same name
 * then have the focus, or are pressed. Returns what is to be called at that moment.
 */
export function noteActions(root: HTMLElement): () => void {
  let focused: Element | null = null
  let pressed: Element | null = null
  const listening = new AbortController()
  const options = { signal: listening.signal, capture: true }
  const element = ({ target }: Event) => (target instanceof Element ? target.closest('a, button') : null)
  root.addEventListener('focusin', (event) => (focused = element(event)), options)
  root.addEventListener('pointerdown', () => (focused = null), options)
  root.addEventListener('click', (event) => (pressed = element(event)), options)

  return () => {
    listening.abort()
    // For those who measure and those who test.
    performance.mark('app')
    const successor = (former: Element) =>
      [...root.querySelectorAll<HTMLElement>(former.localName)].find((candidate) => name(candidate) === name(former))
    if (focused !== null && document.activeElement === document.body) successor(focused)?.focus({ preventScroll: true })
    // Links do without the app.
    if (pressed?.localName === 'button') successor(pressed)?.click()
  }
}
