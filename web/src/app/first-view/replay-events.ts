const name = (element: Element) => element.getAttribute('aria-label') ?? element.textContent

/**
 * Records focus and clicks in the page's first view. Returns a function that replays them on the elements of the same
 * name, to be called when the app has rendered.
 */
export function recordEvents(root: HTMLElement): () => void {
  let focused: Element | null = null
  let clicked: Element | null = null
  /** Element under a mouse button that is not released yet; its click event would be lost. Touch clicks at its end. */
  let held: Element | null = null
  const recording = new AbortController()
  const options = { signal: recording.signal, capture: true }
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
  root.addEventListener('click', (event) => (clicked = element(event)), options)

  return () => {
    recording.abort()
    // For measurements and browser tests.
    performance.mark('hydrated')
    const successor = (former: Element) =>
      [...root.querySelectorAll<HTMLElement>(former.localName)].find((candidate) => name(candidate) === name(former))
    if (focused !== null && document.activeElement === document.body) successor(focused)?.focus({ preventScroll: true })
    // Links navigate without the app.
    if (clicked?.localName === 'button') successor(clicked)?.click()
    const pressed = held?.localName === 'button' ? successor(held) : undefined
    const release = ({ target }: Event) => pressed?.contains(target as Node) && pressed.click()
    if (pressed) window.addEventListener('pointerup', release, { once: true })
  }
}
