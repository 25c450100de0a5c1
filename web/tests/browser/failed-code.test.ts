import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOptions, launchBrowser, settled, shop, shopUrl } from './support/browser'

let browser: Browser

/** Bodies of the error reports that a page sends, in their order. */
const reportsOf = new WeakMap<Page, unknown[]>()

/** Opens a screen for which the server lacks the chunks of a pattern in the first `loads` loads of the page. */
async function openWithout(path: string, width: number, pattern: RegExp, loads = Infinity): Promise<Page> {
  const context = await browser.newContext(contextOptions(width))
  const page = await context.newPage()
  const reports: unknown[] = []
  reportsOf.set(page, reports)
  let load = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) load += 1
    if (request.url().endsWith('/script-errors')) reports.push(request.postDataJSON())
  })
  await page.route(pattern, (route) => (load <= loads ? route.fulfill({ status: 404 }) : route.continue()))
  await page.goto(shopUrl(path))
  return page
}

/** Waits for a report whose message contains a text. */
async function expectReport(page: Page, text: string): Promise<void> {
  const message: unknown = expect.stringContaining(text)
  await expect.poll(() => reportsOf.get(page)).toContainEqual(expect.objectContaining({ message }))
}

const failed = (page: Page) => page.getByText('This part could not be loaded.')

describe.skipIf(shop === undefined)('code that does not load', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it('leaves the page around the cart, the quote and the search', async () => {
    const page = await openWithout('/en/shop', 1440, /\/static\/(CartDrawer|QuoteDialog|SearchBar)-[^/]*$/)
    await settled(page)
    const openers = [
      page.getByRole('banner').getByRole('button', { name: 'Cart' }),
      page.getByRole('main').getByRole('button', { name: 'Ask for a quote' }).first(),
      page.getByRole('banner').getByRole('button', { name: 'Search' }),
    ]
    for (const opener of openers) {
      // Lost by a reload.
      await page.evaluate(() => Object.assign(window, { kept: true }))
      await opener.click()
      await failed(page).waitFor()
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
      expect(await page.getByRole('banner').getByRole('link', { name: 'FAQ' }).isVisible()).toBe(true)
      expect(await page.evaluate(() => 'kept' in window)).toBe(true)
      await page.getByRole('button', { name: 'Close' }).click()
    }

    // Without a connection a link leads to a pane of the shop, not to the browser's own page, and on once there is one.
    await page.context().setOffline(true)
    const offline = page.getByText('This page could not be opened without a connection.')
    await page.getByRole('banner').getByRole('button', { name: 'Language: English' }).click()
    await page.getByRole('link', { name: 'Русский' }).click()
    await offline.waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'FAQ' }).click()
    await offline.waitFor()
    await page.getByRole('button', { name: 'Reload' }).click()
    await offline.waitFor()
    expect(await page.evaluate(() => 'kept' in window)).toBe(true)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('main').locator('details').first().waitFor()
    await page.context().close()
  })

  it('leaves the page around the menu and the filters', async () => {
    const page = await openWithout('/en/shop', 390, /\/static\/(Sidebar|FilterSheet)-[^/]*$/)
    await settled(page)
    for (const name of ['Open the menu', 'Filters']) {
      const opener = page.getByRole('button', { name, exact: true })
      await opener.click()
      await failed(page).waitFor()
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
      await page.getByRole('button', { name: 'Close' }).click()
    }
    await page.context().close()
  })

  it('leaves the page without banner and networks', async () => {
    const page = await openWithout('/en/shop', 1440, /\/static\/(TopBarContent|SocialLinks)-[^/]*\.js$/)
    await settled(page)
    await page.getByRole('article').first().waitFor()
    expect(await page.getByRole('contentinfo').isVisible()).toBe(true)
    await page.context().close()
  })

  it('reloads the page once for a screen', async () => {
    const page = await openWithout('/en/shop', 1440, /\/static\/FaqPage-[^/]*\.js$/, 1)
    await settled(page)
    await page.getByRole('banner').getByRole('link', { name: 'FAQ' }).click()
    await page.getByRole('main').locator('details').first().waitFor()
    await page.context().close()
  })

  it('reloads the page only once if that does not help', async () => {
    const page = await openWithout('/en/nothing-here', 1440, /\/static\/NotFoundPage-[^/]*\.js$/)
    // The first load may show the button, too, for a moment.
    await page.waitForFunction(() =>
      performance.getEntriesByType('navigation').some((load) => (load as PerformanceNavigationTiming).type === 'reload'),
    )
    await page.getByRole('button', { name: 'Reload' }).waitFor()
    // Lost by another reload.
    await page.evaluate(() => Object.assign(window, { kept: true }))
    await page.waitForTimeout(500)
    expect(await page.evaluate(() => 'kept' in window)).toBe(true)
    await page.context().close()
  })

  it('reloads the page once if the first script is missing', async () => {
    const page = await openWithout('/en/shop', 1440, /\/static\/index-[^/]*\.js$/, 1)
    await settled(page)
    await expectReport(page, 'not loaded')
    await page.context().close()
  })

  it('is reported to the server without personal data', async () => {
    const page = await openWithout('/en/shop?utm_source=secret', 1440, /\/static\/TopBarContent-[^/]*\.js$/)
    const request = await page.waitForRequest(/\/api\/v1\.0\/script-errors$/)
    expect((await request.response())?.status()).toBe(200)
    const report: unknown = request.postDataJSON()
    expect(report).toMatchObject({ path: '/en/shop', message: expect.stringContaining('TopBarContent') as string })
    expect(JSON.stringify(report)).not.toContain('secret')
    await page.evaluate(() => void Promise.reject(new Error('without a handler')))
    await expectReport(page, 'without a handler')
    await page.context().close()
  })
})
