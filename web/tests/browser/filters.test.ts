import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, expectComplete, launchBrowser, openPage, shop, shopUrl } from './support/browser'
import { shopTexts } from './support/desk'

let browser: Browser

/** Waits for the facets, which lists lack for a while after a start of the shop. */
async function facetsReady(): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    const list = (await (await fetch(shopUrl('/api/v1.0/products?limit=1&facets=1'))).json()) as object
    if ('facets' in list) return
    await sleep(500)
  }
  throw new Error('lists have no facets')
}

/** The total of a line such as `Showing 1-10 of 67 results`, when the list is no longer the one of the filters before. */
async function total(page: Page): Promise<number> {
  await page.getByRole('main').locator('[aria-busy="true"]').waitFor({ state: 'detached' })
  const line = await page.getByText(/^Showing \d/).innerText()
  return Number(/of (\d+)/.exec(line)?.[1])
}

describe.skipIf(shop === undefined)('the filters of the shop', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
    await facetsReady()
  })
  afterAll(() => browser.close())

  it('narrow the list beside it, and the address keeps them', async () => {
    const { context, page, errors } = await openPage(browser, '/en/shop?category=1', 1440)
    const side = page.getByRole('complementary', { name: 'Filters' })
    const walnut = side.getByRole('checkbox', { name: /^walnut \d+$/ })
    await walnut.waitFor()
    const count = Number(/\d+/.exec(await walnut.locator('..').innerText())?.[0])
    await walnut.check()
    await page.waitForURL(/category=1&colors=walnut$/)
    await page.getByRole('link', { name: 'Remove filter: walnut' }).waitFor()
    await page.getByText(new RegExp(`of ${String(count)} results$`)).waitFor()
    expect(await walnut.evaluate((box) => box === document.activeElement)).toBe(true)
    expect(await page.getByRole('article').getByRole('link').first().getAttribute('href')).toMatch(/\?color=walnut$/)
    await expectAccessible(page)

    await side.getByText('More precisely').click()
    const width = side.getByRole('textbox', { name: 'to' }).nth(1)
    await width.fill('120')
    await width.press('Enter')
    await page.waitForURL(/maxWidth=120/)
    await page.getByRole('link', { name: 'Remove filter: Width up to 120 cm' }).waitFor()
    expect(await total(page)).toBeLessThan(count)

    await page.goBack()
    await page.getByText(new RegExp(`of ${String(count)} results$`)).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it('stay in view while the list scrolls', async () => {
    const { context, page } = await openPage(browser, '/az/shop?colors=oak,walnut', 1440)
    await page.mouse.wheel(0, 1_500)
    await page.waitForFunction(() => window.scrollY > 1_000)
    const chip = page.getByRole('main').locator('a[href^="/az/shop?colors="]').first()
    expect((await chip.boundingBox())?.y).toBeLessThan(140)
    await context.close()
  })

  it.each(['az', 'ru'] as const)('fill a sheet on phones, which back closes without a change, in %s', async (language) => {
    const { context, page, errors } = await openPage(browser, `/${language}/shop?discount=1`, 390)
    await page
      .getByRole('main')
      .getByRole('button', { name: shopTexts(language)('SHOP.FILTERS') })
      .first()
      .click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('checkbox').first().waitFor()
    await sheet.getByRole('checkbox').first().check()
    await expectComplete(page)
    await page.goBack()
    await sheet.waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('?discount=1')
    expect(errors).toEqual([])
    await context.close()
  })

  it('apply in the sheet with the number of products that the button names', async () => {
    const { context, page } = await openPage(browser, '/en/shop', 390)
    const all = await total(page)
    await page.getByRole('button', { name: 'Filters' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    const show = sheet.getByRole('button', { name: /^Show \d+ products?$/ })
    expect(await show.innerText()).toBe(`Show ${String(all)} products`)
    await sheet.getByRole('checkbox', { name: /^natural oak/ }).check()
    const named = Number(/\d+/.exec(await show.innerText())?.[0])
    expect(named).toBeLessThan(all)
    await show.click()
    await page.waitForURL(/\?colors=oak$/)
    await page.getByText(new RegExp(`of ${String(named)} results$`)).waitFor()
    await context.close()
  })

  it('offer another size where nothing fits', async () => {
    const { context, page } = await openPage(browser, '/en/shop?category=1&minWidth=900', 390)
    await page.getByRole('heading', { name: 'We make it 900 cm wide' }).waitFor()
    await page.getByRole('region', { name: 'The nearest sizes' }).getByRole('article').first().waitFor()
    await expectAccessible(page)
    await context.close()
  })
})
