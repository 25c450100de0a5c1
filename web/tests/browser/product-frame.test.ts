import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOptions, launchBrowser, openComplete, settled, shop, shopUrl } from './support/browser'

let browser: Browser

/** Runs in the page. Adds up the layout shifts from now on, also those after an input. */
function observeShifts(): void {
  const state = window as unknown as { shift: number }
  state.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) state.shift += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift' })
}

/** Holds the requests of a pattern until the returned function is called. */
async function hold(page: Page, pattern: RegExp): Promise<() => void> {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(pattern, async (route) => {
    await held
    await route.continue()
  })
  return release
}

const shiftOf = (page: Page) => page.evaluate(() => (window as unknown as { shift: number }).shift)

const frames = (page: Page) =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))

describe.skipIf(shop === undefined)('a click on a card', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it.each([390, 1440])('shows name, price and picture before the API answers, and nothing shifts at %i px', async (width) => {
    const context = await browser.newContext(contextOptions(width))
    const page = await context.newPage()
    await page.goto(shopUrl('/en/shop'))
    await settled(page)
    const release = await hold(page, /\/api\/v1\.0\/products\/\d+$/)
    const card = page.getByRole('article').first()
    const name = await card.getByRole('heading').innerText()
    const price = await card.getByText('AZN').first().innerText()
    const picture = await card
      .locator('img')
      .first()
      .evaluate((image: HTMLImageElement) => image.currentSrc)

    const answered = page.waitForResponse(/\/api\/v1\.0\/products\/\d+$/)
    await card.getByRole('link', { name, exact: true }).click()
    const main = page.getByRole('main')
    await main.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await main.getByText(price).first().waitFor()
    const background = await main
      .locator('picture')
      .filter({ has: page.locator('img[fetchpriority="high"]') })
      .evaluate((box) => getComputedStyle(box).backgroundImage)
    expect(background).toContain(picture)

    await main.getByRole('button', { name: 'Enlarge the picture' }).waitFor()
    await frames(page)
    await page.evaluate(observeShifts)
    release()
    await answered
    await main.getByText(price).first().waitFor()
    await frames(page)
    expect(await shiftOf(page)).toBe(0)
    await context.close()
  })

  it.each([390, 1440])('keeps the places of buttons whose code and number load late, at %i px', async (width) => {
    const context = await browser.newContext(contextOptions(width))
    const page = await context.newPage()
    const number = await hold(page, /\/api\/v1\.0\/stores(\?.*)?$/)
    const whatsApp = await hold(page, /\/static\/WhatsAppLink-.*\.js$/)
    const select = await hold(page, /\/static\/SelectButton-.*\.js$/)
    await page.goto(shopUrl('/en/shop/1'))
    const main = page.getByRole('main')
    const quote = main.getByRole('button', { name: 'Ask for a quote', exact: true }).first()
    await quote.scrollIntoViewIfNeeded()
    await main.getByRole('link', { name: 'send us yours' }).waitFor()
    await frames(page)
    await page.evaluate(observeShifts)
    select()
    await main.getByRole('button', { name: 'Add to my selection' }).waitFor()
    await frames(page)
    whatsApp()
    await frames(page)
    number()
    await main.getByRole('link', { name: 'Ask on WhatsApp' }).first().waitFor()
    await frames(page)
    expect(await shiftOf(page)).toBe(0)
    await context.close()
  })
})

describe.skipIf(shop === undefined)('the first visit of a screen', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it.each(['/search?q=oak', '/cart', '/login', '/about-us', '/contact-us', '/projects', '/projects/1'])(
    'has its title before any script has run: %s',
    async (path) => {
      const context = await browser.newContext({ ...contextOptions(390), javaScriptEnabled: false })
      const page = await context.newPage()
      await openComplete(page, `/en${path}`)
      expect(await page.getByRole('main').getByRole('heading', { level: 1 }).innerText()).not.toBe('')
      await context.close()
    },
  )

  it('shows the title of a screen while its code loads, or that it loads', async () => {
    const context = await browser.newContext(contextOptions(1440))
    const page = await context.newPage()
    await page.goto(shopUrl('/en/shop'))
    await settled(page)
    const main = page.getByRole('main')
    const busy = main.locator('[aria-busy="true"]')
    const footer = page.getByRole('contentinfo')
    for (const [name, code] of [
      ['FAQ', /\/static\/FaqPage-.*\.js$/],
      ['My selection', /\/static\/SelectionScreen-.*\.js$/],
    ] as const) {
      const release = await hold(page, code)
      const requested = page.waitForRequest(code)
      await footer.getByRole('link', { name }).click()
      await requested
      // React shows each fallback for 300 ms at least.
      await page.waitForTimeout(400)
      expect(await main.getByRole('heading', { level: 1, name }).isVisible()).toBe(true)
      expect(await busy.count()).toBe(1)
      release()
      await busy.waitFor({ state: 'detached' })
    }

    const release = await hold(page, /\/static\/ProjectCategoryPage-.*\.js$/)
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await menu.getByRole('button', { name: 'Projects' }).click()
    await menu.getByRole('link', { name: 'Kitchens' }).click()
    await main.getByText('Loading').waitFor({ state: 'attached' })
    release()
    await main.getByRole('heading', { level: 1, name: 'Kitchens' }).waitFor()
    await context.close()
  })
})
