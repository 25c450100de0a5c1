import { EventEmitter, once } from 'node:events'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  collectErrors,
  contextOptions,
  expectAccessible,
  hydrated,
  launchBrowser,
  settled,
  shop,
  shopUrl,
  viewports,
} from './support/browser'

/** Elements of first views that the app must not move. */
const parts = ['header', 'main h1', 'main img[fetchpriority="high"]', 'main article h2']

let browser: Browser

/** Positions and widths of the parts that the page has, in whole pixels. */
async function positions(page: Page): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const part of parts) {
    const box = await page
      .locator(part)
      .first()
      .boundingBox({ timeout: 1_000 })
      .catch(() => null)
    if (box !== null) found[part] = [box.x, box.y, box.width].map(Math.round).join(' ')
  }
  return found
}

/** Delays the app's code until the returned function is called. */
async function delayApp(page: Page): Promise<() => void> {
  const events = new EventEmitter()
  const released = once(events, 'release')
  await page.route(/\/static\/start-[^/]*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  return () => events.emit('release')
}

describe.skipIf(shop === undefined)('the first view', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  describe.each(viewports)('in %s at %i px', (language, width) => {
    it.each(['', '/shop', '/shop?category=2', '/shop/1', '/design'])('of %s has the layout of the app', async (path) => {
      const withoutScripts = await browser.newContext({ ...contextOptions(width), javaScriptEnabled: false })
      const staticPage = await withoutScripts.newPage()
      await staticPage.goto(shopUrl(`/${language}${path}`), { waitUntil: 'networkidle' })
      const first = await positions(staticPage)
      expect(Object.keys(first).length).toBeGreaterThan(1)
      await withoutScripts.close()

      const context = await browser.newContext(contextOptions(width))
      const page = await context.newPage()
      const errors = collectErrors(page)
      await page.goto(shopUrl(`/${language}${path}`))
      await settled(page)
      expect(await positions(page)).toMatchObject(first)
      expect(errors).toEqual([])
      await context.close()
    })
  })

  it.each(['/shop/1', '/design'])('of %s is accessible and does not shift when the app replaces it', async (path) => {
    const context = await browser.newContext(contextOptions(390))
    const page = await context.newPage()
    const release = await delayApp(page)
    await page.goto(shopUrl(`/en${path}`))
    await expectAccessible(page)
    release()
    await settled(page)
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            resolve(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0))
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(0))
        }),
    )
    expect(shift).toBeLessThan(0.01)
    await context.close()
  })

  it.each([
    ['', true],
    ['#EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja', false],
    ['?from=1', false],
  ])('of /design%s has the start of the designer: %s', async (address, hasStart) => {
    const context = await browser.newContext(contextOptions(390))
    const page = await context.newPage()
    await page.addInitScript(() => {
      const note = () => {
        if (document.querySelector('main [aria-busy="true"]:not([hidden] *)') !== null) document.documentElement.dataset.hadFrame = ''
      }
      new MutationObserver(note).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['hidden'] })
    })
    const release = await delayApp(page)
    await page.goto(shopUrl(`/en/design${address}`))
    await page.getByRole('heading', { level: 1, name: 'Design your wardrobe' }).waitFor()
    expect(await page.getByText('With lattice doors, oak').isVisible()).toBe(hasStart)
    release()
    await hydrated(page)
    expect(await page.locator('html[data-had-frame]').count()).toBe(hasStart ? 0 : 1)
    await context.close()
  })

  it('replays a click made before the app runs', async () => {
    const context = await browser.newContext(contextOptions(390))
    const page = await context.newPage()
    const release = await delayApp(page)
    await page.goto(shopUrl('/en/shop'))
    await page.getByRole('button', { name: 'Open the menu' }).click()
    release()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    await context.close()
  })

  it('replays a click whose mouse button is released after the app runs', async () => {
    const context = await browser.newContext(contextOptions(1440))
    const page = await context.newPage()
    const release = await delayApp(page)
    await page.goto(shopUrl('/en/shop'))
    await page.getByRole('main').getByRole('button', { name: 'Ask for a quote' }).first().hover()
    await page.mouse.down()
    release()
    await hydrated(page)
    await page.mouse.up()
    await page.getByRole('dialog', { name: 'Ask for a quote' }).waitFor()
    await context.close()
  })

  it('is not shown in a language other than the stored one', async () => {
    const context = await browser.newContext(contextOptions(390))
    const page = await context.newPage()
    await page.addInitScript(() => localStorage.setItem('selectedLanguage', 'ru'))
    const release = await delayApp(page)
    await page.goto(shopUrl('/'))
    expect(await page.locator('#root > *').count()).toBe(0)
    release()
    await hydrated(page)
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('ru')
    await context.close()
  })
})
