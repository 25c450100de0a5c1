import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomer } from '../../scripts/screenshots/create-customer.mjs'
import { anonymousStates, customerStates, translator, type State } from '../../scripts/screenshots/states.mjs'
import { contextOptions, expectComplete, type Language, launchBrowser, settled, shop, shopUrl, viewports } from './support/browser'
import { crowdedBetween } from './support/layout'

let browser: Browser

async function expectCompleteStates(
  context: BrowserContext,
  language: Language,
  states: readonly (readonly [name: string, state: State])[],
  /** The width to go on with after the widths between, where those are looked at, too. */
  width?: number,
): Promise<void> {
  const page = await context.newPage()
  for (const [name, { path, reach }] of states) {
    await page.goto(shopUrl(`/${language}${path}`))
    await settled(page)
    await reach(page, translator(language))
    await expectComplete(page).catch((error: unknown) => {
      throw new Error(name, { cause: error })
    })
    if (width === undefined) continue
    expect(await crowdedBetween(page), name).toEqual([])
    await page.setViewportSize({ width, height: 900 })
  }
}

/** Dialogs, menus, suggestions, errors and empty results. */
describe.skipIf(shop === undefined)('every state of the screens', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  describe.each(viewports)('in %s at %i px', (language, width) => {
    const atWidth = (states: Readonly<Record<string, State>>) =>
      Object.entries(states).filter(([, { onlyAt }]) => (onlyAt ?? width) === width)

    it.each(atWidth(anonymousStates))('%s', async (name, state) => {
      const context = await browser.newContext(contextOptions(width))
      await expectCompleteStates(context, language, [[name, state]])
      await context.close()
    })

    it('of a customer', async () => {
      const context = await browser.newContext(contextOptions(width))
      const { orderId } = await createCustomer(context, shopUrl)
      expect(orderId).not.toBe('')
      await expectCompleteStates(context, language, atWidth(customerStates), width)
      await context.close()
    })
  })
})
