import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOptions, launchBrowser, openComplete, registerCustomer, settled, shop, shopUrl } from './support/browser'

let browser: Browser

async function open(path: string, javaScriptEnabled: boolean): Promise<Page> {
  const context = await browser.newContext({ ...contextOptions(1440), javaScriptEnabled })
  const page = await context.newPage()
  await openComplete(page, path)
  if (javaScriptEnabled) await settled(page)
  return page
}

describe.skipIf(shop === undefined)('the address of a page', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it.each([false, true])('gives a category its title, heading and canonical address, with scripts: %s', async (scripts) => {
    const page = await open('/en/shop?category=2', scripts)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Kitchens')
    expect(await page.title()).toMatch(/^Kitchens · /)
    expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toMatch(/\/en\/shop\?category=2$/)
    await page.context().close()
  })

  it('is in the links of pages and categories', async () => {
    const page = await open('/en/shop?sort=latest', true)
    const main = page.getByRole('main')
    const pages = main.getByRole('navigation', { name: 'Pages' })
    expect(await pages.getByRole('link', { name: 'Page 2' }).getAttribute('href')).toBe('/en/shop?sort=latest&page=2')
    const category = main.getByRole('link', { name: /^Kitchens \d/ })
    expect(await category.getAttribute('href')).toBe('/en/shop?sort=latest&category=2')
    await category.click()
    await main.getByRole('heading', { level: 1, name: 'Kitchens' }).waitFor()
    expect(await page.title()).toMatch(/^Kitchens · /)
    await page.locator('link[rel="canonical"][href$="/en/shop?category=2"]').waitFor({ state: 'attached' })
    await category.click()
    await main.getByRole('heading', { level: 1, name: 'Shop' }).waitFor()
    await page.context().close()
  })

  it('may have parameters of campaigns: the first view has its products', async () => {
    const page = await open('/en/shop?utm_source=mail', false)
    expect(await page.getByRole('article').count()).toBeGreaterThan(2)
    await page.context().close()
  })

  it.each([
    ['/faq', 'Renew the oil once a year'],
    ['/delivery-terms', 'working days'],
    ['/privacy', 'three years'],
    ['/about-us', 'workshop'],
    ['/contact-us', 'Nizami'],
  ])('shows its text without scripts: %s', async (path, text) => {
    const page = await open(`/en${path}`, false)
    // With the text of answers that are still closed.
    expect(await page.getByRole('main').textContent()).toContain(text)
    await page.context().close()
  })

  it('shows the price and the description of a product without scripts', async () => {
    const page = await open('/en/shop/1', false)
    const response = await page.request.get(shopUrl('/api/v1.0/products/1'))
    const { data } = (await response.json()) as { data: { descriptionEn: string } }
    const text = await page.getByRole('main').innerText()
    expect(text).toContain('AZN')
    expect(text).toContain(data.descriptionEn)
    await page.context().close()
  })

  it('to return to leads to the account if it is another host', async () => {
    const context = await browser.newContext(contextOptions(1440))
    await registerCustomer(context)
    const page = await context.newPage()
    await page.goto(shopUrl('/en/login?returnUrl=/.//x'))
    await page.waitForURL(/\/en\/account$/)
    await page.getByRole('banner').waitFor()
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    await context.close()
  })
})
