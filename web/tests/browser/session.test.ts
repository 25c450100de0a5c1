import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOptions, expectAccessible, launchBrowser, registerCustomer, shop, shopUrl } from './support/browser'

const validation = '**/Sessions/validate-session'
const password = `long ${crypto.randomUUID()}`

let browser: Browser

/** Opens a screen as a new customer. */
async function open(path: string): Promise<Page> {
  const context = await browser.newContext(contextOptions(390))
  await registerCustomer(context, password)
  const page = await context.newPage()
  await page.goto(shopUrl(path))
  return page
}

/** Adds a product, opens the checkout and fills it in. */
async function openCheckout(): Promise<Page> {
  const page = await open('/en')
  const added = page.waitForResponse('**/carts/add-item')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add to cart: /, disabled: false })
    .first()
    .click()
  await added
  await page.goto(shopUrl('/en/checkout'))
  const values = {
    Phone: '050 000 12 34',
    'Street, house, apartment': 'Nümunə küç. 12',
    City: 'Bakı',
    Region: 'Bakı',
    'Postal code': 'AZ1000',
  }
  for (const [label, value] of Object.entries(values)) await page.getByRole('main').getByLabel(label, { exact: true }).fill(value)
  return page
}

/** Loses the session as its end does; the server knows no session of the browser any more. */
async function endSession(page: Page): Promise<void> {
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page.context().addCookies(cookies.filter(({ name }) => name === 'XSRF-TOKEN'))
}

const street = (page: Page) => page.getByLabel('Street, house, apartment').inputValue()

describe.skipIf(shop === undefined)('a session', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it('lasts while its validation answers 503, and the account opens as soon as that works', async () => {
    const page = await open('/en/faq')
    let isDown = true
    await page.route(validation, (route) => (isDown ? route.fulfill({ status: 503, json: { success: false } }) : route.continue()))
    const refused = page.waitForResponse(validation)
    await page.goto(shopUrl('/en/account'))
    await refused
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/en/account')
    isDown = false
    await page.getByRole('heading', { name: /Leyla/ }).waitFor()
    await page.context().close()
  })

  it('that may have ended keeps the checkout as it is', async () => {
    const page = await openCheckout()
    await page.route('**/api/v1.0/orders', (route) => route.fulfill({ status: 401, json: { success: false, errors: {} } }))
    await page.route(validation, (route) => route.abort())
    await page.getByRole('button', { name: 'Complete the order' }).click()
    await page.getByRole('alert').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/en/checkout')
    expect(await street(page)).toBe('Nümunə küç. 12')
    await page.context().close()
  })

  it('that has ended asks for the password over the checkout, which keeps what was typed', async () => {
    const page = await openCheckout()
    await endSession(page)
    await page.getByRole('button', { name: 'Complete the order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await street(page)).toBe('Nümunə küç. 12')
    await page.getByRole('button', { name: 'Complete the order' }).click()
    await page.getByRole('heading', { name: 'The order is received' }).waitFor()
    await page.context().close()
  })

  it('whose data did not load fills the checkout after a retry, around what was typed', async () => {
    const page = await openCheckout()
    let isDown = true
    await page.route('**/account/details', (route) =>
      isDown ? route.fulfill({ status: 503, json: { success: false } }) : route.continue(),
    )
    await page.reload()
    const main = page.getByRole('main')
    await main.getByLabel('First name', { exact: true }).fill('Aynur')
    isDown = false
    await main.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => main.getByLabel('Last name', { exact: true }).inputValue()).toBe('Nümunə')
    expect(await main.getByLabel('First name', { exact: true }).inputValue()).toBe('Aynur')
    await page.context().close()
  })

  it('that is missing leaves a way back from the sign-in screen', async () => {
    const page = await (await browser.newContext(contextOptions(1440))).newPage()
    await page.goto(shopUrl('/en/faq'))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto(shopUrl('/en/account'))
    await page.waitForURL(/\/login/)
    await page.goBack()
    await page.waitForURL((url) => url.pathname === '/en/faq')
    await page.context().close()
  })
})
