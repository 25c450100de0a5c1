import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { address, expectAccessible, listen, shop, startBrowser, visitor } from './support/visit'

let browser: Browser

async function open(path: string, width: number): Promise<{ page: Page; context: BrowserContext; problems: string[] }> {
  const context = await browser.newContext(visitor(width))
  const page = await context.newPage()
  const problems = listen(page)
  await page.goto(address(path))
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, context, problems }
}

describe.skipIf(shop === undefined)('browsing in a browser', () => {
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  it.each([390, 1440])('shows one category in another order at %i px', async (width) => {
    const { page, context, problems } = await open('/en/shop?category=2&sort=price_low', width)
    await page.getByRole('article').first().waitFor()
    await expectAccessible(page)
    expect(problems).toEqual([])
    await context.close()
  })

  it('returns to where the list was left', async () => {
    const { page, context } = await open('/en/shop', 1440)
    await page.getByRole('article').nth(9).scrollIntoViewIfNeeded()
    await page.waitForFunction(() => window.scrollY > 400)
    const left = await page.evaluate(() => window.scrollY)
    await page.waitForFunction(() => sessionStorage.getItem('scroll-positions') !== null)
    await page.getByRole('article').nth(9).getByRole('link').click()
    await page.waitForURL(/\/en\/shop\/\d+$/)
    await page.waitForFunction(() => window.scrollY === 0)
    await page.goBack()
    await page.waitForFunction((position) => Math.abs(window.scrollY - position) < 4, left)
    await context.close()
  })

  it('goes from a category to a product and back by the path', async () => {
    const { page, context } = await open('/en/shop', 1440)
    await page.getByRole('button', { name: /^Kitchens/ }).click()
    await page.waitForURL(/category=2/)
    await page.getByRole('article').first().getByRole('link').click()
    await page.getByRole('radio').first().waitFor()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Shop' }).click()
    await page.waitForURL(/\/en\/shop$/)
    await context.close()
  })

  it('keeps the focus inside the phone menu and gives it back', async () => {
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

  it('shows a picture in full and turns it by keys', async () => {
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
