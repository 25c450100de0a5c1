import { chromium, type Browser, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { address, executablePath, listen, makeCustomer, settled, shop, visitor } from './support/visit'

let browser: Browser

/** More stops than any screen has. */
const most = 250

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < most; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${target.toString()}`)
}

describe.skipIf(shop === undefined)('the keyboard alone', () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  })
  afterAll(() => browser.close())

  it('puts a product into the cart, changes how many, and orders', async () => {
    const context = await browser.newContext(visitor(1440))
    await makeCustomer(context)
    const page = await context.newPage()
    const problems = listen(page)
    await page.goto(address('/en'))
    await settled(page)
    const main = page.getByRole('main')

    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')

    const add = main.locator('button:enabled').and(main.getByRole('button', { name: /^Add to cart: / })).first()
    await tabTo(page, add)
    await page.keyboard.press('Enter')

    await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'Cart, 1 items' }))
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Cart' })
    await drawer.getByRole('listitem').first().waitFor()
    await tabTo(page, drawer.getByRole('button', { name: 'One more' }))
    await page.keyboard.press('Space')
    await drawer.getByText('2', { exact: true }).first().waitFor()
    await tabTo(page, drawer.locator('button:enabled', { hasText: 'Go to checkout' }))
    await page.keyboard.press('Enter')

    const complete = main.getByRole('button', { name: 'Complete the order' })
    await complete.waitFor()
    const fields = {
      Phone: '050 123 45 67',
      'Street, house, apartment': 'Nümunə küç. 12',
      City: 'Bakı',
      Region: 'Bakı',
      'Postal code': 'AZ1000',
    }
    for (const [label, value] of Object.entries(fields)) {
      await tabTo(page, main.getByLabel(label, { exact: true }))
      await page.keyboard.type(value)
    }
    await tabTo(page, main.locator('button:enabled', { hasText: 'Complete the order' }))
    await page.keyboard.press('Enter')
    await main.getByRole('heading', { level: 1, name: 'The order is received' }).waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  it('closes what is open by Escape and comes back to where it was', async () => {
    const context = await browser.newContext(visitor(1440))
    const page = await context.newPage()
    await page.goto(address('/en/faq'))
    await settled(page)
    const header = page.getByRole('banner')
    for (const name of ['Projects', 'Shop', /^Language: /]) {
      const button = header.getByRole('button', { name })
      await tabTo(page, button)
      await page.keyboard.press('Enter')
      expect(await button.getAttribute('aria-expanded')).toBe('true')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Escape')
      expect(await button.getAttribute('aria-expanded')).toBe('false')
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
    }
    await context.close()
  })
})
