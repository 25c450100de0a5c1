const name = (element: Element) => element.getAttribute('aria-label') ?? element.textContent

/**
 * Notes what a visitor does in the page's first view, until the app has drawn its own elements: those of the same name
 * then have the focus, or are pressed. Returns what is to be called at that moment.
 */
export function noteActions(root: HTMLElement): () => void {
  let focused: Element | null = null
  let pressed: Element | null = null
  /** What a mouse has gone down on and not yet come up from: without it there is no click. Fingers click where they end. */
  let held: Element | null = null
  const listening = new AbortController()
  const options = { signal: listening.signal, capture: true }
  const element = ({ target }: Event) => (target instanceof Element ? target.closest('a, button') : null)
  root.addEventListener('focusin', (event) => (focused = element(event)), options)
  root.addEventListener(
    'pointerdown',
    (event) => {
      focused = null
      held = event.pointerType === 'mouse' ? element(event) : null
    },
    options,
  )
  window.addEventListener('pointerup', () => (held = null), options)
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
    const below = held?.localName === 'button' ? successor(held) : undefined
    const release = ({ target }: Event) => below?.contains(target as Node) && below.click()
    if (below) window.addEventListener('pointerup', release, { once: true })
  }
}
