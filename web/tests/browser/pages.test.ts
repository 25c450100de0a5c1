import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  address,
  expectSound,
  listen,
  makeCustomer,
  readers,
  seeAll,
  settled,
  shop,
  startBrowser,
  visitor,
} from './support/visit'

const open = [
  '',
  '/about-us',
  '/contact-us',
  '/faq',
  '/delivery-terms',
  '/projects',
  '/projects/1',
  '/projects/category/kitchen',
  '/shop',
  '/shop/1',
  '/search?q=oak',
  '/cart',
  '/checkout',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password?token=unknown',
]

const own = [
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
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  describe.each(readers)('in %s at %i px', (language, width) => {
    it.each(open)('%s', async (path) => {
      const context = await browser.newContext(visitor(width))
      const page = await context.newPage()
      const problems = listen(page)
      await page.goto(address(`/${language}${path}`))
      await settled(page)
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
      await seeAll(page)
      await expectSound(page)
      expect(problems).toEqual([])
      await context.close()
    })

    it('of an unknown address', async () => {
      const context = await browser.newContext(visitor(width))
      const page = await context.newPage()
      const answer = await page.goto(address(`/${language}/nothing-here`))
      expect(answer?.status()).toBe(404)
      await settled(page)
      await page.getByText('404').waitFor()
      await expectSound(page)
      await context.close()
    })

    it('of a customer', async () => {
      const context = await browser.newContext(visitor(width))
      await makeCustomer(context)
      const page = await context.newPage()
      const problems = listen(page)
      for (const path of own) {
        await page.goto(address(`/${language}${path}`))
        await settled(page)
        await expectSound(page)
      }
      expect(problems).toEqual([])
      await context.close()
    })
  })

  it('sends nobody who follows a link of the header or the footer to the 404 screen', async () => {
    const context = await browser.newContext(visitor(1440))
    const page = await context.newPage()
    await page.goto(address('/en/faq'))
    await settled(page)
    for (const name of ['Projects', 'Shop']) {
      await page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name }).click()
    }
    const links = page.locator('header a[href^="/"], footer a[href^="/"]')
    const targets = new Set(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')))
    expect(targets.size).toBeGreaterThan(10)
    for (const target of targets) {
      const answer = await context.request.get(address(target))
      expect(answer.status(), target).toBe(200)
    }
    await context.close()
  })
})
