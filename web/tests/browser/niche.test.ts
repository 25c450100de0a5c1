import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOptions, expectAccessible, hydrated, launchBrowser, openComplete, settled, shop, shopUrl } from './support/browser'

let browser: Browser

/** Cumulative layout shift of the page so far, without the shifts that follow a press. */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let total = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
            if (!hadRecentInput) total += value
          }
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => setTimeout(() => resolve(total)))
      }),
  )

describe.skipIf(shop === undefined)('the niche of the visitor', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it('is typed once, walks from the list to the product and back, and moves nothing', async () => {
    const context = await browser.newContext(contextOptions(390))
    const page = await context.newPage()
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    await openComplete(page, '/az/shop?category=1')
    await settled(page)
    await page.getByRole('button', { name: 'Nişiniz var? Ölçüsünü yazın' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nişinizin ölçüsü' })
    await dialog.getByLabel('En', { exact: true }).fill('243')
    await dialog.getByLabel('Hündürlük').fill('262')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Yadda saxlayın' }).click()
    const fits = page.getByRole('article').getByText(/^(Sığır, |243 × 262 sm üçün)/)
    await fits.first().waitFor()
    await expectAccessible(page)

    // The first view is the one of all visitors; what fits comes after it and covers no place of its own.
    await page.reload()
    await hydrated(page)
    await fits.first().waitFor()
    await page.getByText(/^Burada sığır: \d+$/).waitFor()
    expect(await layoutShift(page)).toBe(0)

    await page.getByRole('article').getByRole('link').first().click()
    await page.getByRole('button', { name: 'Niş 243 × 262 sm' }).first().waitFor()
    await page.getByRole('radio', { name: 'Nişimdə' }).waitFor({ state: 'attached' })
    await expectAccessible(page)
    expect(sent.filter((request) => /width=243|243.?×|"w":2430|niche=/i.test(request))).toEqual([])

    await page.getByRole('button', { name: 'Nişi silin' }).first().click()
    await page.getByRole('button', { name: 'Nişinizə sığırmı? Ölçüsünü yazın' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('niche'))).toBeNull()
    await context.close()
  })

  it('of a width that no piece has is answered with a piece of this width', async () => {
    const context = await browser.newContext(contextOptions(1440))
    const page = await context.newPage()
    await page.goto(shopUrl('/ru/shop?category=1'))
    await settled(page)
    const niche = page.getByLabel('Ширина ниши')
    await niche.fill('285')
    await niche.press('Enter')
    await page.waitForURL(/minWidth=255&maxWidth=285/)
    await page.getByRole('heading', { name: 'Сделаем шириной 285 см' }).waitFor()
    await page.getByRole('region', { name: 'Ближайшие размеры' }).getByRole('article').first().waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Сделаем 285 см: спросить' }).click()
    await page.waitForURL(/\/ru\/quote\?size=own&width=285&of=niche&category=1$/)
    // The nearest first: 300, then 250 and 240.
    const offered = page.getByRole('main').getByText(/^\d+ × 6\d × \d+ см$/)
    await offered.first().waitFor()
    expect(await offered.first().innerText()).toMatch(/^300 /)
    await context.close()
  })
})
