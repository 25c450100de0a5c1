import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customer } from '../../scripts/screenshots/customer.mjs'
import { anonymousStates, ownStates, textsOf, type State } from '../../scripts/screenshots/states.mjs'
import { address, expectSound, readers, settled, shop, startBrowser, visitor, type Language } from './support/visit'

let browser: Browser

async function expectSoundStates(
  context: BrowserContext,
  language: Language,
  states: readonly (readonly [name: string, state: State])[],
): Promise<void> {
  const page = await context.newPage()
  for (const [name, { path, show }] of states) {
    await page.goto(address(`/${language}${path}`))
    await settled(page)
    await show(page, textsOf(language))
    await expectSound(page).catch((error: unknown) => {
      throw new Error(name, { cause: error })
    })
  }
}

/** What opens, is refused or comes up empty: dialogs, menus, suggestions, errors. */
describe.skipIf(shop === undefined)('every state of the screens', () => {
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  describe.each(readers)('in %s at %i px', (language, width) => {
    const here = (states: Readonly<Record<string, State>>) =>
      Object.entries(states).filter(([, { only }]) => (only ?? width) === width)

    it.each(here(anonymousStates))('%s', async (name, state) => {
      const context = await browser.newContext(visitor(width))
      await expectSoundStates(context, language, [[name, state]])
      await context.close()
    })

    it('of a customer', async () => {
      const context = await browser.newContext(visitor(width))
      const { ordered } = await customer(context, address)
      expect(ordered).not.toBe('')
      await expectSoundStates(context, language, here(ownStates))
      await context.close()
    })
  })
})
