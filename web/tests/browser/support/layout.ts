import type { Page } from 'playwright-core'

/**
 * Returns what a person cannot read or press on a page: text or controls beyond the window or cut by a box around them, and
 * controls that something covers. Boxes may scroll down; sideways only on phones.
 */
export function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const faults: string[] = []
    const isPhone = window.innerWidth < 768
    const slack = 1.5
    const isClipped = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement))
    const isHidden = (element: Element) =>
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      element.closest('[aria-hidden="true"], [data-base-ui-focus-guard], [inert]') !== null ||
      isClipped(element)
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`

    /** Says what cuts a rectangle sideways, or below where nothing scrolls. */
    const cutBy = (element: Element, { left, right, top, bottom }: DOMRect): string | null => {
      for (let box = element.parentElement; box !== null && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box)
        const isFixed = style.position === 'fixed'
        if (style.overflowX === 'visible' && style.overflowY === 'visible') {
          if (isFixed) break
          continue
        }
        const frame = box.getBoundingClientRect()
        const scrollsSideways = isPhone && style.overflowX !== 'hidden' && style.overflowX !== 'clip'
        if (scrollsSideways && box.scrollWidth > box.clientWidth) return null
        if (left < frame.left - slack || right > frame.right + slack) return `beside ${nameOfBox(box)}`
        if (style.overflowY === 'auto' || style.overflowY === 'scroll') {
          // A control in a scrolling box is reachable: scrolling brings it into the box.
          top = Math.max(top, frame.top)
          bottom = Math.min(Math.max(bottom, top), frame.bottom)
        } else if (top < frame.top - slack || bottom > frame.bottom + slack) return `below ${nameOfBox(box)}`
        if (isFixed) break
      }
      return left < -slack || right > window.innerWidth + slack ? 'beside the window' : null
    }
    const nameOfBox = (box: Element) => `${box.tagName.toLowerCase()}.${box.classList[0] ?? ''}`

    const controls = document.querySelectorAll('button, a[href], input:not([type=hidden]), select, textarea, [role=menuitem]')
    for (const control of controls) {
      if (isHidden(control)) continue
      const shown = control.getBoundingClientRect()
      const cut = cutBy(control, shown)
      if (cut !== null) {
        faults.push(`${nameOf(control)} is ${cut}`)
        continue
      }
      if (
        control.matches('button') &&
        control.scrollWidth > control.clientWidth + slack &&
        getComputedStyle(control).overflowX === 'visible'
      )
        faults.push(`${nameOf(control)} is narrower than its text`)
      control.scrollIntoView({ block: 'center', inline: 'nearest' })
      const { left, top, width, height } = control.getBoundingClientRect()
      if (width === 0 || height === 0) continue
      const hitNow = () => document.elementFromPoint(left + Math.min(width / 2, 40), top + height / 2)
      let hit = hitNow()
      // A message moves aside soon after something scrolls below it.
      if (hit !== null && hit.closest('[role=status]') !== null && control.closest('[role=status]') === null) {
        await new Promise((resolve) => setTimeout(resolve, 600))
        hit = hitNow()
      }
      // Behind an open dialog or sheet nothing can be pressed.
      const isBehind = hit?.closest('[role=dialog], [role=alertdialog], [data-open]') !== null && control.closest('[role=dialog]') === null
      if (!isBehind && hit !== null && !control.contains(hit) && !hit.contains(control) && hit.closest('label')?.contains(control) !== true)
        faults.push(`${nameOf(control)} is covered by ${nameOfBox(hit)}`)
      if (!isBehind && hit === null) faults.push(`${nameOf(control)} cannot be scrolled to`)
    }

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const element = text.parentElement
      if (
        element === null ||
        (text.textContent ?? '').trim() === '' ||
        element.matches('script, style, option, textarea') ||
        isHidden(element)
      )
        continue
      // An ellipsis says that there is more.
      let isShortened = false
      for (let box: Element | null = element; box !== null && !isShortened; box = box.parentElement)
        isShortened = getComputedStyle(box).textOverflow === 'ellipsis'
      if (isShortened) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const cut = cutBy(element, range.getBoundingClientRect())
      if (cut !== null && !cut.startsWith('below')) faults.push(`"${(text.textContent ?? '').trim().slice(0, 40)}" is ${cut}`)
    }
    const sideways = document.documentElement.scrollWidth - window.innerWidth
    if (sideways > 0) faults.push(`the page scrolls sideways by ${sideways}`)
    return [...new Set(faults)]
  })
}
