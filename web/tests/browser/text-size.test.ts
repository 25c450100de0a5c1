import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOptions, launchBrowser, settled, shop, shopUrl } from './support/browser'

let browser: Browser

describe.skipIf(shop === undefined)('text of twice the size', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it.each([390, 1024, 1440])('needs no sideways scroll at %i px', async (width) => {
    const context = await browser.newContext(contextOptions(width))
    const page = await context.newPage()
    for (const path of ['/az', '/ru/shop', '/az/shop/1', '/ru/cart', '/az/contact-us']) {
      await page.goto(shopUrl(path))
      await settled(page)
      const over = await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
        return document.documentElement.scrollWidth - window.innerWidth
      })
      expect(over, path).toBe(0)
    }
    await context.close()
  })
})
