import AxeBuilder from '@axe-core/playwright'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const shop = process.env.SHOP_URL
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

let browser: Browser
const problems: string[] = []

async function open(address: string, width: number): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.on('pageerror', (error) => problems.push(`${address}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${address}: ${message.text()}`)
  })
  await page.goto(new URL(address, shop).href)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, context }
}

describe.skipIf(shop === undefined)('browsing in a browser', () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  })
  afterAll(() => browser.close())

  const screens = ['/az', '/ru/shop', '/en/shop?category=2&sort=price_low', '/az/shop/1', '/en/search?q=oak']

  it.each(screens.flatMap((address) => [390, 1440].map((width) => [address, width] as const)))(
    '%s at %i px fits, says nothing wrong and has no accessibility violation',
    async (address, width) => {
      problems.length = 0
      const { page, context } = await open(address, width)
      await page.getByRole('article').first().waitFor()
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([])
      expect(problems).toEqual([])
      await context.close()
    },
  )

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
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
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
