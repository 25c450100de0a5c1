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
    // Boxes are asked for each of the many texts and controls in them, and keep their styles meanwhile.
    const remembered = <Value>(find: (element: Element) => Value) => {
      const found = new Map<Element, Value>()
      return (element: Element): Value => {
        const known = found.get(element)
        if (known !== undefined) return known
        const value = find(element)
        found.set(element, value)
        return value
      }
    }
    const styleOf = remembered((element) => {
      const { clipPath, overflowX, overflowY, position, textOverflow } = getComputedStyle(element)
      return { clipPath, overflowX, overflowY, position, textOverflow }
    })
    const isInBox = (is: (style: ReturnType<typeof styleOf>) => boolean) => {
      const find = remembered((element): boolean => is(styleOf(element)) || (element.parentElement !== null && find(element.parentElement)))
      return find
    }
    const isClipped = isInBox(({ clipPath }) => clipPath !== 'none')
    // An ellipsis says that there is more.
    const isShortened = isInBox(({ textOverflow }) => textOverflow === 'ellipsis')
    const isHidden = (element: Element) =>
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      element.closest('[aria-hidden="true"], [data-base-ui-focus-guard], [inert]') !== null ||
      isClipped(element)
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`

    /** Says what cuts a rectangle sideways, or below where nothing scrolls. */
    const cutBy = (element: Element, { left, right, top, bottom }: DOMRect): string | null => {
      for (let box = element.parentElement; box !== null && box !== document.body; box = box.parentElement) {
        const style = styleOf(box)
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
        isHidden(element) ||
        isShortened(element)
      )
        continue
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

/** Widths of phones, and those between where a row has the least room. */
const crowdedWidths = [390, 768, 992, 1024, 1100, 1280] as const

/**
 * Returns what has too little room on a page: sideways scroll, controls on two lines, a header on two, text that is cut or in a
 * column too narrow to read.
 */
function crowded(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const slack = 1.5
    const faults: string[] = []
    const nameOf = (element: Element) => `${element.tagName.toLowerCase()} "${element.textContent.trim().slice(0, 40)}"`
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('[aria-hidden="true"], .visually-hidden, [inert]') === null
    const textsIn = (root: Element) => {
      const found: { text: Text; element: Element }[] = []
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
        const element = text.parentElement
        if (element !== null && (text.textContent ?? '').trim() !== '' && !element.matches('script, style, option') && isShown(element))
          found.push({ text: text as Text, element })
      }
      return found
    }
    const rectsOf = (text: Text) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      return [...range.getClientRects()].filter(({ width }) => width > 0)
    }
    const linesOf = (text: Text) => new Set(rectsOf(text).map(({ top }) => Math.round(top / 4))).size

    const sideways = document.documentElement.scrollWidth - window.innerWidth
    if (sideways > 0) faults.push(`the page scrolls sideways by ${String(sideways)}`)
    for (const control of document.querySelectorAll('.button, header a, header button')) {
      if (isShown(control) && textsIn(control).some(({ text }) => linesOf(text) > 1)) faults.push(`${nameOf(control)} is on two lines`)
    }
    const opened = [...document.querySelectorAll('header [aria-expanded="true"]')].map((button) =>
      document.getElementById(button.getAttribute('aria-controls') ?? ''),
    )
    // The telephone is in the bar above.
    const row = 'header nav li, header [aria-haspopup="dialog"], header a[href$="/selection"], header .container > a:not([href^="tel:"])'
    const middles = [...document.querySelectorAll(row)]
      .filter((element) => isShown(element) && !opened.some((menu) => menu?.contains(element)))
      .map((element) => element.getBoundingClientRect())
      .map(({ top, height }) => top + height / 2)
    if (Math.max(...middles) - Math.min(...middles) > 8) faults.push('the header is on two lines')
    for (const { text, element } of textsIn(document.querySelector('main') ?? document.body)) {
      const rects = rectsOf(text)
      const [left, right] = [Math.min(...rects.map((rect) => rect.left)), Math.max(...rects.map((rect) => rect.right))]
      let scrolls = false
      for (let box: Element | null = element; box !== null; box = box.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(box)
        if (textOverflow === 'ellipsis' || overflowX === 'auto' || overflowX === 'scroll') scrolls = true
        const frame = box.getBoundingClientRect()
        if (!scrolls && overflowX !== 'visible' && (left < frame.left - slack || right > frame.right + slack))
          faults.push(`"${element.textContent.trim().slice(0, 40)}" is cut`)
      }
      if (!scrolls && (left < -slack || right > window.innerWidth + slack))
        faults.push(`"${text.data.trim().slice(0, 40)}" is beside the window`)
      if (right - left < 72 && linesOf(text) > 3) faults.push(`"${text.data.trim().slice(0, 40)}" is in a column too narrow to read`)
    }
    return [...new Set(faults)]
  })
}

/** Twenty pieces with long words, as the selection is stored. */
const fullSelection = JSON.stringify({
  v: 1,
  items: Array.from({ length: 20 }, (_, index) => ({
    id: `f${String(index)}`,
    p: index + 1,
    w: 2430,
    d: 605,
    h: 2625,
    c: 'smoked-oak',
    q: 12,
    m: 'own',
    n: 'The niche is between the window and the door of the balcony',
    t: 1_795_420_800,
  })),
})

/** Fills the selection as another tab would, and returns what has too little room at each width. */
export async function crowdedBetween(page: Page): Promise<string[]> {
  await page.evaluate((selection) => {
    localStorage.setItem('selection', selection)
    window.dispatchEvent(new StorageEvent('storage', { key: 'selection' }))
  }, fullSelection)
  await page.locator('header a[href$="/selection"]').first().waitFor()
  const faults: string[] = []
  for (const width of crowdedWidths) {
    await page.setViewportSize({ width, height: 900 })
    faults.push(...(await crowded(page)).map((fault) => `${String(width)} px: ${fault}`))
  }
  return faults
}
