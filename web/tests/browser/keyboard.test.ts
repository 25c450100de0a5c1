import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectErrors, contextOptions, launchBrowser, registerCustomer, settled, shop, shopUrl } from './support/browser'
import { activate, tabTo, typeInto } from './support/keyboard'

let browser: Browser

describe.skipIf(shop === undefined)('keyboard navigation', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it('finds a product, adds it to the cart, changes its quantity and orders', async () => {
    const context = await browser.newContext(contextOptions(1440))
    await registerCustomer(context)
    const page = await context.newPage()
    const errors = collectErrors(page)
    const main = page.getByRole('main')
    const header = page.getByRole('banner')
    await page.goto(shopUrl('/en'))
    await settled(page)

    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')

    await activate(page, header.getByRole('button', { name: 'Shop' }))
    await activate(page, header.getByRole('link', { name: 'Kitchens' }))
    await page.waitForURL(/\/en\/shop\?category=2$/)
    await activate(page, main.getByRole('article').first().getByRole('link'))
    await page.waitForURL(/\/en\/shop\/\d+$/)
    const drawing = main.getByRole('button', { name: /^Drawing with measurements: / })
    await activate(page, drawing)
    await expect.poll(() => drawing.getAttribute('aria-pressed')).toBe('true')
    const colours = main.getByRole('group', { name: /^Colors/ })
    await tabTo(page, colours.getByRole('radio', { checked: true }))
    await page.keyboard.press('ArrowRight')
    expect(await colours.getByRole('radio').nth(1).isChecked()).toBe(true)

    await activate(page, header.getByRole('link', { name: 'Home' }))
    await page.waitForURL(/\/en$/)
    await activate(
      page,
      main
        .locator('button:enabled')
        .and(main.getByRole('button', { name: /^Add to cart: / }))
        .first(),
    )
    await activate(page, header.getByRole('button', { name: 'Cart, 1 item' }))
    const drawer = page.getByRole('dialog', { name: 'Cart' })
    await drawer.getByRole('listitem').first().waitFor()
    await tabTo(page, drawer.getByRole('button', { name: 'One more' }))
    await page.keyboard.press('Space')
    await drawer.getByText('2', { exact: true }).first().waitFor()
    await activate(page, drawer.getByRole('link', { name: 'Go to checkout' }))

    await main.getByRole('button', { name: 'Complete the order' }).waitFor()
    await typeInto(page, main, {
      Phone: '050 123 45 67',
      'Street, house, apartment': 'Nümunə küç. 12',
      City: 'Bakı',
      Region: 'Bakı',
      'Postal code': 'AZ1000',
    })
    await activate(page, main.locator('button:enabled', { hasText: 'Complete the order' }))
    await main.getByRole('heading', { level: 1, name: 'The order is received' }).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it('registers, saves an address and signs out', async () => {
    const context = await browser.newContext(contextOptions(1440))
    const page = await context.newPage()
    const errors = collectErrors(page)
    const main = page.getByRole('main')
    await page.goto(shopUrl('/en/register'))
    await settled(page)
    await typeInto(page, main, {
      'First name': 'Leyla',
      'Last name': 'Nümunə',
      'E-mail': `customer-${crypto.randomUUID()}@example.com`,
      Password: `long ${crypto.randomUUID()}`,
    })
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/en\/account$/)

    await activate(page, main.getByRole('link', { name: 'Addresses', exact: true }))
    await activate(page, main.getByRole('button', { name: 'Add your first address' }))
    const dialog = page.getByRole('dialog', { name: 'Add an address' })
    await typeInto(page, dialog, {
      'Full name': 'Leyla Nümunə',
      Phone: '050 123 45 67',
      'Street and house': 'Nümunə küç. 12',
      City: 'Bakı',
      Region: 'Bakı',
      'Postal code': 'AZ1000',
    })
    await activate(page, dialog.locator('button:enabled', { hasText: 'Save' }))
    await dialog.waitFor({ state: 'detached' })
    await main.getByText('Nümunə küç. 12').waitFor()

    for (const [name, key] of [
      ['Wishlist', 'Your wishlist is empty.'],
      ['Orders', 'You have no orders yet.'],
    ] as const) {
      await activate(page, main.getByRole('link', { name, exact: true }))
      await main.getByText(key).waitFor()
      expect(await main.getByRole('heading', { level: 1, name }).evaluate((title) => title === document.activeElement)).toBe(true)
    }
    await activate(page, main.getByRole('button', { name: 'Sign out' }))
    await page.waitForURL(/\/en\/login$/)
    expect(errors).toEqual([])
    await context.close()
  })

  it('closes menus with Escape and returns the focus', async () => {
    const context = await browser.newContext(contextOptions(1440))
    const page = await context.newPage()
    await page.goto(shopUrl('/en/faq'))
    await settled(page)
    const header = page.getByRole('banner')
    for (const name of ['Projects', 'Shop', /^Language: /]) {
      const button = header.getByRole('button', { name })
      await tabTo(page, button)
      await page.keyboard.press('Enter')
      await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Escape')
      await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
    }
    await context.close()
  })
})
