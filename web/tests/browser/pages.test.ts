import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scrollThrough } from '../../scripts/screenshots/scroll-through.mjs'
import {
  collectErrors,
  contextOptions,
  expectComplete,
  launchBrowser,
  registerCustomer,
  settled,
  shop,
  shopUrl,
  viewports,
  withTimeout,
} from './support/browser'
import { crowdedBetween } from './support/layout'

const publicScreens = [
  '',
  '/about-us',
  '/contact-us',
  '/faq',
  '/delivery-terms',
  '/privacy',
  '/projects',
  '/projects/1',
  '/projects/category/kitchen',
  '/shop',
  '/shop/1',
  '/search?q=oak',
  '/cart',
  '/checkout',
  '/selection',
  '/quote?product=1&size=own',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password#token=unknown',
  '/verify-email#token=unknown',
]

const customerScreens = [
  '/account',
  '/account?section=account-details',
  '/account?section=orders',
  '/account?section=addresses',
  '/account?section=wishlist',
  '/cart',
  '/checkout',
]

let browser: Browser

describe.skipIf(shop === undefined)('every screen', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  describe.each(viewports)('in %s at %i px', (language, width) => {
    it.each(publicScreens)('%s', async (path) => {
      const context = await browser.newContext(contextOptions(width))
      const page = await context.newPage()
      const errors = collectErrors(page)
      await page.goto(shopUrl(`/${language}${path}`))
      await settled(page)
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
      await withTimeout('scrolling', scrollThrough(page, 0), 60)
      await expectComplete(page)
      expect(await crowdedBetween(page)).toEqual([])
      expect(errors).toEqual([])
      await context.close()
    })

    it('of an unknown path', async () => {
      const context = await browser.newContext(contextOptions(width))
      const page = await context.newPage()
      const response = await page.goto(shopUrl(`/${language}/nothing-here`))
      expect(response?.status()).toBe(404)
      await settled(page)
      await page.getByText('404').waitFor()
      await expectComplete(page)
      await context.close()
    })

    it('of a customer', async () => {
      const context = await browser.newContext(contextOptions(width))
      await registerCustomer(context)
      const page = await context.newPage()
      const errors = collectErrors(page)
      for (const path of customerScreens) {
        await page.goto(shopUrl(`/${language}${path}`))
        await settled(page)
        await expectComplete(page)
      }
      expect(errors).toEqual([])
      await context.close()
    })
  })

  it('has no broken links in header and footer', async () => {
    const context = await browser.newContext(contextOptions(1440))
    const page = await context.newPage()
    await page.goto(shopUrl('/en/faq'))
    await settled(page)
    for (const name of ['Projects', 'Shop']) {
      await page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name }).click()
    }
    const links = page.locator('header a[href^="/"], footer a[href^="/"]')
    const targets = new Set(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')))
    expect(targets.size).toBeGreaterThan(10)
    for (const target of targets) {
      const response = await context.request.get(shopUrl(target))
      expect(response.status(), target).toBe(200)
    }
    await context.close()
  })
})
