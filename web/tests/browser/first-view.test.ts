import { EventEmitter, once } from 'node:events'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { address, expectAccessible, listen, readers, settled, shop, startBrowser, taken, visitor } from './support/visit'

/** What stands in a first view and stays where it is. */
const parts = ['header', 'main h1', 'main img[fetchpriority="high"]', 'main article h2']

let browser: Browser

/** Where the parts are that a page has, in whole pixels. */
async function places(page: Page): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const part of parts) {
    const box = await page.locator(part).first().boundingBox({ timeout: 1_000 }).catch(() => null)
    if (box !== null) found[part] = [box.x, box.y, box.width].map(Math.round).join(' ')
  }
  return found
}

/** Keeps the app's code back until what it returns is called. */
async function holdApp(page: Page): Promise<() => void> {
  const held = new EventEmitter()
  const released = once(held, 'release')
  await page.route(/\/static\/start-[^/]*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  return () => held.emit('release')
}

describe.skipIf(shop === undefined)('the first view', () => {
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  describe.each(readers)('in %s at %i px', (language, width) => {
    it.each(['', '/shop', '/shop?category=2', '/shop/1'])('of %s stands where the app draws it', async (path) => {
      const scriptless = await browser.newContext({ ...visitor(width), javaScriptEnabled: false })
      const before = await scriptless.newPage()
      await before.goto(address(`/${language}${path}`), { waitUntil: 'networkidle' })
      const first = await places(before)
      expect(Object.keys(first).length).toBeGreaterThan(1)
      await scriptless.close()

      const context = await browser.newContext(visitor(width))
      const page = await context.newPage()
      const problems = listen(page)
      await page.goto(address(`/${language}${path}`))
      await settled(page)
      expect(await places(page)).toMatchObject(first)
      expect(problems).toEqual([])
      await context.close()
    })
  })

  it('keeps nobody out, and moves nothing when the app takes over', async () => {
    const context = await browser.newContext(visitor(390))
    const page = await context.newPage()
    const release = await holdApp(page)
    await page.goto(address('/en/shop/1'))
    await expectAccessible(page)
    release()
    await settled(page)
    const moved = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            resolve(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0))
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(0))
        }),
    )
    expect(moved).toBeLessThan(0.01)
    await context.close()
  })

  it('takes a press that comes before the app', async () => {
    const context = await browser.newContext(visitor(390))
    const page = await context.newPage()
    const release = await holdApp(page)
    await page.goto(address('/en/shop'))
    await page.getByRole('button', { name: 'Open the menu' }).click()
    release()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    await context.close()
  })

  it('takes a press that begins before the app and ends after it', async () => {
    const context = await browser.newContext(visitor(1440))
    const page = await context.newPage()
    const release = await holdApp(page)
    await page.goto(address('/en/shop'))
    await page.getByRole('main').getByRole('button', { name: 'Ask for a quote' }).first().hover()
    await page.mouse.down()
    release()
    await taken(page)
    await page.mouse.up()
    await page.getByRole('dialog', { name: 'Ask for a quote' }).waitFor()
    await context.close()
  })

  it('is not shown in another language than the one that was chosen', async () => {
    const context = await browser.newContext(visitor(390))
    const page = await context.newPage()
    await page.addInitScript(() => localStorage.setItem('selectedLanguage', 'ru'))
    const release = await holdApp(page)
    await page.goto(address('/'))
    expect(await page.locator('#root > *').count()).toBe(0)
    release()
    await taken(page)
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('ru')
    await context.close()
  })
})
