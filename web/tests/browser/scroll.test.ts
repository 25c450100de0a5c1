import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOptions, launchBrowser, settled, shop, shopUrl } from './support/browser'

let browser: Browser

async function open(path: string, width: number): Promise<Page> {
  const context = await browser.newContext(contextOptions(width))
  const page = await context.newPage()
  await page.goto(shopUrl(path))
  await settled(page)
  return page
}

const positionOf = (page: Page) => page.evaluate(() => window.scrollY)

/** Scrolls to a position with the wheel over the middle of the window, as the shop's filters scroll by themselves. */
async function scrollTo(page: Page, position: number): Promise<void> {
  await page.mouse.move((page.viewportSize()?.width ?? 0) / 2, 400)
  // Earlier turns of the wheel may still move the page.
  const turn = async () => {
    const distance = position - (await positionOf(page))
    if (Math.abs(distance) >= 4) await page.mouse.wheel(0, distance)
    return Math.abs(distance)
  }
  await expect.poll(turn, { timeout: 30_000, interval: 250 }).toBeLessThan(4)
}

/** Waits until the page is at a position and stays there. */
async function expectPosition(page: Page, position: number): Promise<void> {
  await page.waitForFunction((y) => Math.abs(window.scrollY - y) < 4, position)
  await page.waitForTimeout(400)
  expect(Math.abs((await positionOf(page)) - position)).toBeLessThan(4)
}

describe.skipIf(shop === undefined)('the scroll position', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it('is restored for each entry: home at its top, the pages of the shop where they were', async () => {
    const page = await open('/en', 1440)
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: 'All products' })
      .evaluate((link: HTMLElement) => link.click())
    await page.waitForURL(/\/en\/shop$/)
    await page.getByRole('article').first().waitFor()
    await scrollTo(page, 700)
    const pager = page.getByRole('navigation', { name: 'Pages' })
    // A click by the mouse would scroll to the pager first.
    await pager.getByRole('link', { name: 'Page 2' }).evaluate((link: HTMLElement) => link.click())
    await page.waitForURL(/\?page=2$/)
    await page.locator('main [aria-busy="true"]').waitFor({ state: 'detached' })
    await scrollTo(page, 1_000)
    await page
      .getByRole('main')
      .getByRole('article')
      .first()
      .getByRole('link')
      .evaluate((link: HTMLElement) => link.click())
    await page.waitForURL(/\/en\/shop\/\d+$/)
    await expectPosition(page, 0)

    await page.goBack()
    await page.waitForURL(/\?page=2$/)
    await expectPosition(page, 1_000)
    await page.goBack()
    await page.waitForURL(/\/en\/shop$/)
    await expectPosition(page, 700)
    await page.goBack()
    await page.waitForURL(/\/en$/)
    await expectPosition(page, 0)
    await page.context().close()
  })

  it('is the top of the list after a category of the menu', async () => {
    const page = await open('/en/shop', 390)
    await scrollTo(page, 1_500)
    await page.mouse.wheel(0, -100)
    await page.getByRole('button', { name: 'Open the menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.locator('summary').filter({ hasText: 'Shop' }).click()
    await menu.getByRole('link', { name: 'Kitchens' }).click()
    await page.waitForURL(/category=2/)
    await expectPosition(page, 0)
    await page.context().close()
  })

  it('is restored in a filtered list of projects', async () => {
    const page = await open('/en/projects', 1440)
    await page.getByLabel('Category').selectOption('kitchen')
    await page.waitForURL(/category=kitchen/)
    await scrollTo(page, 500)
    await page.getByRole('article').last().getByRole('link').click()
    await page.waitForURL(/\/en\/projects\/\d+$/)
    await expectPosition(page, 0)
    await page.goBack()
    await page.waitForURL(/category=kitchen/)
    await expectPosition(page, 500)
    await page.context().close()
  })

  it('is restored far down the home page', async () => {
    const page = await open('/en', 390)
    for (let y = 0; y < 4_000; y += 800) await page.mouse.wheel(0, 800)
    await page.locator('[data-more]').waitFor({ state: 'detached' })
    await scrollTo(page, 4_000)
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: 'FAQ' })
      .evaluate((link: HTMLElement) => link.click())
    await page.getByRole('main').locator('details').first().waitFor()
    await expectPosition(page, 0)
    await page.goBack()
    await page.waitForURL(/\/en$/)
    await expectPosition(page, 4_000)
    await page.context().close()
  })
})
