import type { Locator, Page } from 'playwright-core'

/** Counts what a person presses: clicks, choices in a list, and keys that type nothing. */
export interface Presses {
  /** Returns how many presses some work takes. */
  of: (work: () => Promise<void>) => Promise<number>
}

/** Counts the presses of a page from now on. */
export async function watchPresses(page: Page): Promise<Presses> {
  let count = 0
  await page.exposeFunction('countPress', () => {
    count += 1
  })
  const watch = () => {
    const counter = window as unknown as { countPress: () => void }
    const isTyping = ({ target, key, ctrlKey, metaKey }: KeyboardEvent) =>
      target instanceof Element &&
      target.matches('textarea, input:not([type=checkbox], [type=radio])') &&
      key.length === 1 &&
      !ctrlKey &&
      !metaKey
    window.addEventListener('pointerdown', () => counter.countPress(), true)
    window.addEventListener('keydown', (event) => isTyping(event) || counter.countPress(), true)
    window.addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && counter.countPress(), true)
  }
  await page.addInitScript(watch)
  await page.evaluate(watch)
  return {
    of: async (work) => {
      count = 0
      await work()
      // The page tells its presses in order: this answer comes after them.
      await page.evaluate(() => undefined)
      return count
    },
  }
}

/** Types into a field as a person does, who has to press it first unless it has the focus. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.waitFor()
  if (!(await field.evaluate((shown) => shown === document.activeElement))) await field.click()
  await field.pressSequentially(text)
}
