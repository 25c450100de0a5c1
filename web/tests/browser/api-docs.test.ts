import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, shop, shopUrl } from './support/browser'

let browser: Browser

describe.skipIf(shop === undefined)('the API documentation', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it('shows every operation and tries one under its content security policy', async () => {
    const errors: string[] = []
    const page = await browser.newPage()
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol.startsWith('http') && origin !== new URL(shopUrl('/')).origin) errors.push(request.url())
    })
    await page.goto(shopUrl('/api/docs'))
    await page.locator('.opblock').first().waitFor()
    const count = await page.locator('.opblock').count()
    const response = await page.request.get(shopUrl('/api/v1.0/openapi.json'))
    const { paths } = (await response.json()) as { paths: Record<string, Record<string, unknown>> }
    expect(count).toBe(Object.values(paths).reduce((sum, item) => sum + Object.keys(item).length, 0))

    const categories = page.locator('.opblock', { hasText: '/api/v1.0/categories' })
    await categories.locator('.opblock-summary-control').click()
    await categories.getByRole('button', { name: 'Try it out' }).click()
    await categories.getByRole('button', { name: 'Execute' }).click()
    const body = categories.locator('.live-responses-table .highlight-code').first()
    await body.getByText('"wardrobe"').first().waitFor()
    expect(errors).toEqual([])
    await page.close()
  })
})
