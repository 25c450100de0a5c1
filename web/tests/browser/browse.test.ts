import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectErrors, contextOptions, expectAccessible, launchBrowser, shop, shopUrl } from './support/browser'

let browser: Browser

async function open(path: string, width: number): Promise<{ page: Page; context: BrowserContext; errors: string[] }> {
  const context = await browser.newContext(contextOptions(width))
  const page = await context.newPage()
  const errors = collectErrors(page)
  await page.goto(shopUrl(path))
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, context, errors }
}

describe.skipIf(shop === undefined)('browsing', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it.each([390, 1440])('shows a sorted category at %i px', async (width) => {
    const { page, context, errors } = await open('/en/shop?category=2&sort=price_low', width)
    await page.getByRole('article').first().waitFor()
    await expectAccessible(page)
    expect(errors).toEqual([])
    await context.close()
  })

  it('opens a product from a category and returns by the breadcrumb', async () => {
    const { page, context } = await open('/en/shop', 1440)
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Kitchens \d/ })
      .click()
    await page.waitForURL(/category=2/)
    // The address changes before the list does.
    await page.getByRole('heading', { level: 1, name: 'Kitchens' }).waitFor()
    await page.getByRole('article').first().getByRole('link').click()
    await page.getByRole('radio').first().waitFor()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Shop' }).click()
    await page.waitForURL(/\/en\/shop$/)
    await context.close()
  })

  it('traps the focus in the phone menu and restores it', async () => {
    const { page, context } = await open('/en/shop', 390)
    await page.getByRole('button', { name: 'Open the menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Open the menu')
    await context.close()
  })

  it('opens the lightbox and navigates it with arrow keys', async () => {
    const { page, context } = await open('/en/shop/1', 1440)
    await page.getByRole('button', { name: 'Enlarge the picture' }).click()
    const lightbox = page.getByRole('dialog')
    await lightbox.getByText(/^1 \/ \d+$/).waitFor()
    await page.keyboard.press('ArrowRight')
    await lightbox.getByText(/^2 \/ \d+$/).waitFor()
    await page.keyboard.press('Escape')
    await lightbox.waitFor({ state: 'detached' })
    await context.close()
  })
})
