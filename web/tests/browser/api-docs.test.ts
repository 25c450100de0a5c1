import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { address, shop, startBrowser } from './support/visit'

let browser: Browser

describe.skipIf(shop === undefined)('the page about the API', () => {
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  it('shows every operation, and tries one, under its own policy', async () => {
    const problems: string[] = []
    const page = await browser.newPage()
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol.startsWith('http') && origin !== new URL(address('/')).origin) problems.push(request.url())
    })
    await page.goto(address('/api/docs'))
    await page.locator('.opblock').first().waitFor()
    const shown = await page.locator('.opblock').count()
    const answer = await page.request.get(address('/api/v1.0/openapi.json'))
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> }
    expect(shown).toBe(Object.values(paths).reduce((sum, item) => sum + Object.keys(item).length, 0))

    const categories = page.locator('.opblock', { hasText: '/api/v1.0/categories' })
    await categories.locator('.opblock-summary-control').click()
    await categories.getByRole('button', { name: 'Try it out' }).click()
    await categories.getByRole('button', { name: 'Execute' }).click()
    const body = categories.locator('.live-responses-table .highlight-code').first()
    await body.getByText('"wardrobe"').first().waitFor()
    expect(problems).toEqual([])
    await page.close()
  })
})
