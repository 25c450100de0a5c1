import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  collectErrors,
  contextOptions,
  expectAccessible,
  launchBrowser,
  registerCustomer,
  shop,
  shopUrl,
  shownBelow,
} from './support/browser'
import { addPlentiful } from './support/customers'

let browser: Browser

/**
 * Opens a context whose pages have a guest cart. The gateway only writes the setting into the page and treats both kinds of pages
 * alike, so that one shop can show both.
 */
async function guestContext(width: number): Promise<BrowserContext> {
  const context = await browser.newContext(contextOptions(width))
  await context.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replace('"guestCart":false', '"guestCart":true')
    expect(body).toContain('"guestCart":true')
    return route.fulfill({ response, body })
  })
  return context
}

const addButtons = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Add to cart: /, disabled: false })

const cartButton = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name, exact: true })

/** Pieces by product id in the cart of the signed-in customer. */
async function pieces(context: BrowserContext): Promise<[number, number][]> {
  const response = await context.request.get(shopUrl('/api/v1.0/carts/current'))
  const { data } = (await response.json()) as { data: { cartItems: { productId: number; quantity: number }[] } }
  return data.cartItems.map(({ productId, quantity }) => [productId, quantity])
}

async function register(page: Page, button: string): Promise<void> {
  const main = page.getByRole('main')
  const values = {
    'First name': 'Leyla',
    'Last name': 'Nümunə',
    'E-mail': `customer-${crypto.randomUUID()}@example.com`,
    Password: `long ${crypto.randomUUID()}`,
  }
  for (const [label, value] of Object.entries(values)) await main.getByLabel(label, { exact: true }).fill(value)
  await main.getByRole('button', { name: button, exact: true }).click()
}

describe.skipIf(shop === undefined)('a cart without a session', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it('becomes an order after registering at the checkout', async () => {
    const context = await guestContext(390)
    const page = await context.newPage()
    const errors = collectErrors(page)
    const main = page.getByRole('main')
    await page.goto(shopUrl('/en'))
    await shownBelow(addButtons(page))
    await (await addPlentiful(page, 'en')).first().click()
    await cartButton(page, 'Cart, 1 item').click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('listitem').first().waitFor()
    // The message of the addition stands above the buttons.
    await drawer.getByText('Added to the cart').waitFor()
    const isFree = await drawer.getByRole('link', { name: 'Go to checkout' }).evaluate((link) => {
      const { left, top, height } = link.getBoundingClientRect()
      return link.contains(document.elementFromPoint(left + 24, top + height / 2))
    })
    expect(isFree).toBe(true)
    await expectAccessible(page)
    await drawer.getByRole('link', { name: 'Go to checkout' }).click()

    await main.getByRole('tab', { name: 'I want an account' }).click()
    await expectAccessible(page)
    await register(page, 'Create an account and go on')
    const values = {
      Phone: '050 000 12 34',
      'Street, house, apartment': 'Nümunə küç. 12',
      City: 'Bakı',
      Region: 'Bakı',
      'Postal code': 'AZ1000',
    }
    for (const [label, value] of Object.entries(values)) await main.getByLabel(label, { exact: true }).fill(value)
    await main.getByRole('button', { name: 'Complete the order' }).click()
    await main.getByRole('heading', { level: 1, name: 'The order is received' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('guestCart'))).toBeNull()
    expect(errors).toEqual([])
    await context.close()
  })

  it('is joined once if two tabs see the session at once', async () => {
    const context = await guestContext(1440)
    const [one, other] = [await context.newPage(), await context.newPage()]
    await one.goto(shopUrl('/en'))
    await shownBelow(addButtons(one))
    const buttons = await addPlentiful(one, 'en')
    await buttons.nth(0).click()
    await cartButton(one, 'Cart, 1 item').waitFor()
    await buttons.nth(1).click()
    await buttons.nth(1).click()
    await cartButton(one, 'Cart, 3 items').waitFor()
    const stored = await one.evaluate(() => localStorage.getItem('guestCart'))
    const { lines } = JSON.parse(stored ?? '') as { lines: { p: number; q: number }[] }
    expect(lines.map(({ q }) => q)).toEqual([1, 2])

    await registerCustomer(context)
    await Promise.all([one.goto(shopUrl('/en/faq')), other.goto(shopUrl('/en/about-us'))])
    await Promise.all([cartButton(one, 'Cart, 3 items').waitFor(), cartButton(other, 'Cart, 3 items').waitFor()])
    await expect.poll(() => one.evaluate(() => localStorage.getItem('guestCart'))).toBeNull()
    expect(await pieces(context)).toEqual(lines.map(({ p, q }) => [p, q]))
    await context.close()
  })

  it('is left to the sign-in screen by default, which keeps the product', async () => {
    const context = await browser.newContext(contextOptions(390))
    const page = await context.newPage()
    await page.goto(shopUrl('/en'))
    await shownBelow(addButtons(page))
    await addButtons(page).first().click()
    await page.waitForURL((url) => url.pathname === '/en/login')
    await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
    await register(page, 'Create an account')
    await page.waitForURL((url) => url.pathname === '/en')
    await page.getByText('Added to the cart').waitFor()
    await cartButton(page, 'Cart, 1 item').waitFor()
    expect(await pieces(context)).toHaveLength(1)
    await context.close()
  })
})

describe.skipIf(shop === undefined)('adding to the cart', () => {
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    browser = await launchBrowser()
    context = await browser.newContext(contextOptions(1440))
    await registerCustomer(context)
    page = await context.newPage()
    await page.goto(shopUrl('/en'))
  })
  afterAll(() => browser.close())

  it('survives a reload before the answer, and counts once', async () => {
    const sent = page.waitForRequest('**/carts/add-item')
    // The server takes the addition, and the page is gone before it hears so.
    await page.route(
      '**/carts/add-item',
      async (route) => {
        await route.fetch()
        await page.reload()
      },
      { times: 1 },
    )
    await shownBelow(addButtons(page))
    await addButtons(page).first().click()
    await sent
    await page.getByText('Added to the cart').waitFor()
    expect((await pieces(context)).map(([, quantity]) => quantity)).toEqual([1])
  })

  it('shows why the server refuses it', async () => {
    await page.route(
      '**/carts/add-item',
      (route) => {
        const postData = { ...(route.request().postDataJSON() as object), quantity: 99 }
        return route.continue({ postData })
      },
      { times: 1 },
    )
    await shownBelow(addButtons(page))
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add to cart: Children's wardrobe/ })
      .click()
    await page.getByText(/^Only \d+ in stock\.$/).waitFor()
    expect((await pieces(context)).map(([, quantity]) => quantity)).toEqual([1])
  })
})
