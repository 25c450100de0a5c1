import type { Locator, Page } from 'playwright-core'

/** More tab stops than any screen has. */
const maxTabStops = 250

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < maxTabStops; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${target.toString()}`)
}

/** Activates an element with the keyboard. */
export async function activate(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Fills in fields by their labels with the keyboard. */
export async function typeInto(page: Page, scope: Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await tabTo(page, scope.getByLabel(label, { exact: true }))
    await page.keyboard.type(value)
  }
}
