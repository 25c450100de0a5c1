import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectErrors, contextOptions, expectAccessible, hydrated, launchBrowser, shop, shopUrl } from './support/browser'

let browser: Browser

async function open(path: string, width: number): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({ ...contextOptions(width), permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  const errors = collectErrors(page)
  await page.goto(shopUrl(path))
  await hydrated(page)
  return { page, errors }
}

describe.skipIf(shop === undefined)('my selection', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it('collects pieces, shares them and asks once for all', async () => {
    const width = 1440
    const { page, errors } = await open('/en/selection', width)
    const main = page.getByRole('main')
    await main.getByText(/Your selection is empty/).waitFor()
    await expectAccessible(page)

    await page.goto(shopUrl('/en/shop/1'))
    await hydrated(page)
    await main.getByRole('button', { name: 'Add to my selection' }).click()
    await main.getByRole('button', { name: 'Ask for a quote' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Ask for a quote' })
    await dialog.getByText('My size', { exact: true }).click()
    await dialog.locator('input[inputmode="decimal"]').first().fill('180')
    await dialog.getByRole('button', { name: 'Add to my selection' }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.getByRole('banner').getByRole('link', { name: 'My selection, 2 pieces' }).click()
    await main.getByRole('heading', { level: 2 }).nth(1).waitFor()
    await main.getByText(/^180/).first().waitFor()
    await expectAccessible(page)
    await main.getByRole('button', { name: 'Copy the link' }).click()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/\/en\/selection#1\.\.[a-z-]*\.1~1\.w1800d600h2100\.[a-z-]*\.1$/)

    // The pieces of another tab follow.
    const other = await page.context().newPage()
    await other.goto(shopUrl('/en/selection'))
    await other
      .getByRole('button', { name: /^Remove from the selection/ })
      .first()
      .click()
    await page.getByRole('banner').getByRole('link', { name: 'My selection, 1 piece' }).waitFor()
    await other.close()

    const values = ['Leyla', 'Nümunə', '050 123 45 67', `customer-${crypto.randomUUID()}@example.com`]
    for (const [index, label] of ['First name', 'Last name', 'Phone', 'E-mail'].entries()) {
      await main.getByLabel(label, { exact: true }).fill(values[index] ?? '')
    }
    await main.getByRole('button', { name: 'Send the request' }).click()
    const alert = page.getByRole('alertdialog', { name: 'We have your request' })
    const number = await alert.getByText(/^SQ-/).first().innerText()
    await expectAccessible(page)
    await alert.getByRole('button', { name: 'Back to the selection' }).click()
    await main.getByText(`Sent: ${number.trim().split(/\s/)[0] ?? ''}`).waitFor()
    await expectAccessible(page)
    expect(errors).toEqual([])
    await page.context().close()

    const shared = await open(new URL(link).pathname + new URL(link).hash, width)
    await shared.page.getByRole('heading', { level: 1, name: 'Shared with you' }).waitFor()
    await shared.page.getByRole('main').getByText(/^180/).first().waitFor()
    await expectAccessible(shared.page)
    await shared.page.getByRole('button', { name: 'Add all to mine' }).click()
    await shared.page.getByRole('banner').getByRole('link', { name: 'My selection, 2 pieces' }).waitFor()
    expect(shared.errors).toEqual([])
    await shared.page.context().close()
  })

  it('says that a link is broken', async () => {
    const { page, errors } = await open('/en/selection#1.w1800', 390)
    await page.getByText('The link is not complete. Ask for it again.').waitFor()
    await expectAccessible(page)
    expect(errors).toEqual([])
    await page.context().close()
  })
})
