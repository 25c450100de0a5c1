import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOptions, launchBrowser, registerCustomer, shop, shopUrl } from './support/browser'

const street = 'Nümunə küç. 12'

let browser: Browser

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(shopUrl(path))
  return page
}

/** Opens the checkout in a tab of its own and fills it in. */
async function openCheckout(context: BrowserContext): Promise<Page> {
  const page = await open(context, '/en/checkout')
  const values = { Phone: '050 000 12 34', 'Street, house, apartment': street, City: 'Bakı', Region: 'Bakı', 'Postal code': 'AZ1000' }
  for (const [label, value] of Object.entries(values)) await page.getByRole('main').getByLabel(label, { exact: true }).fill(value)
  return page
}

/** Content of a tab: its texts and the values of its fields. */
async function shown(page: Page): Promise<string> {
  const main = page.getByRole('main')
  const fields = await main.locator('input').evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
  return [await main.innerText(), ...fields].join('\n')
}

describe.skipIf(shop === undefined)('signing out', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it('takes the data of the customer out of every tab, also for the next one who signs in', async () => {
    const context = await browser.newContext(contextOptions(1440))
    const password = `long ${crypto.randomUUID()}`
    const next = await registerCustomer(context, password)
    const email = await registerCustomer(context)
    const account = await open(context, '/en')
    await account
      .getByRole('main')
      .getByRole('button', { name: /^Add to cart: /, disabled: false })
      .first()
      .click()
    await account.getByRole('button', { name: 'Cart, 1 item' }).first().waitFor()
    const checkout = await openCheckout(context)
    const confirmation = await openCheckout(context)
    await confirmation.getByRole('button', { name: 'Complete the order' }).click()
    await confirmation.getByRole('heading', { name: 'The order is received' }).waitFor()
    const number = (await confirmation.getByRole('heading', { level: 2, name: /\d/ }).first().innerText()).replace(/^\D*/, '')

    await account.goto(shopUrl('/en/account?section=account-details'))
    await account.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
    await account.waitForURL(/\/en\/login/)
    await confirmation.waitForURL(/\/en\/login/)
    await checkout.getByLabel('Street, house, apartment').waitFor({ state: 'detached' })

    await account.getByLabel('E-mail', { exact: true }).fill(next)
    await account.getByLabel('Password', { exact: true }).fill(password)
    await account.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    await account.waitForURL(/\/en\/account/)
    await checkout.getByText('Your cart is empty').first().waitFor()
    for (const page of [account, checkout, confirmation]) {
      const text = await shown(page)
      for (const own of [street, email, number]) expect(text).not.toContain(own)
    }
    await context.close()
  })

  it('is noticed by a tab that has not heard of it', async () => {
    const context = await browser.newContext(contextOptions(1440))
    const email = await registerCustomer(context)
    const page = await open(context, '/en/account?section=account-details')
    const field = page.getByRole('main').getByLabel('E-mail', { exact: true })
    await expect.poll(() => field.inputValue()).toBe(email)
    // Another customer signs in past the app, as a tab that was asleep sees it.
    const next = await registerCustomer(context)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect.poll(() => field.inputValue()).toBe(next)
    await context.close()
  })
})
