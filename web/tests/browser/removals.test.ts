import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOptions, launchBrowser, registerCustomer, shop, shopUrl, shownBelow } from './support/browser'

let browser: Browser
let page: Page

/** Sends a call of the account with the session of the page's browser. */
async function call(method: 'POST', path: string, data?: unknown): Promise<void> {
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const headers = { Origin: new URL(shopUrl('/')).origin, 'X-XSRF-TOKEN': token }
  const response = await page.request.fetch(shopUrl(`/api/v1.0/${path}`), { method, data, headers })
  expect(response.status()).toBe(200)
}

const addButtons = () => page.getByRole('main').getByRole('button', { name: /^Add to cart: /, disabled: false })

/** The text of the element with the focus; empty if the focus is lost. */
const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement
    return element === null || element === document.body || element instanceof HTMLDialogElement ? '' : element.textContent
  })

describe.skipIf(shop === undefined)('removing with the keyboard', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
    const context = await browser.newContext(contextOptions(1440))
    await registerCustomer(context)
    page = await context.newPage()
  })
  afterAll(() => browser.close())

  it('goes on with the next line of the cart, then with the empty cart', async () => {
    await page.goto(shopUrl('/en'))
    await shownBelow(addButtons())
    for (const [index, count] of [1, 2].entries()) {
      await addButtons().nth(index).click()
      await page
        .getByRole('banner')
        .getByRole('button', { name: `Cart, ${count} item` })
        .waitFor()
    }
    await page.getByRole('banner').getByRole('button', { name: 'Cart, 2 items' }).click()
    const lines = page.getByRole('dialog', { name: /^Cart/ }).getByRole('listitem')
    const next = await lines.nth(1).getByRole('link').innerText()
    const removeFirst = () =>
      lines
        .first()
        .getByRole('button', { name: /^Remove/, disabled: false })
        .press('Enter')
    await removeFirst()
    await expect.poll(focused).toContain(next)
    await removeFirst()
    await expect.poll(focused).toContain('Your cart is empty')
  })

  it('goes on with the empty cart after a move to the selection, which can be undone', async () => {
    await page.goto(shopUrl('/en'))
    await shownBelow(addButtons())
    await addButtons().first().click()
    await page.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' }).click()
    const drawer = page.getByRole('dialog', { name: /^Cart/ })
    const selected = () => page.evaluate(() => localStorage.getItem('selection')?.match(/"id"/g)?.length ?? 0)
    await drawer.getByRole('button', { name: /^Move to my selection: /, disabled: false }).press('Enter')
    await expect.poll(focused).toContain('Your cart is empty')
    expect(await selected()).toBe(1)
    await drawer.getByRole('button', { name: 'Undo' }).click()
    await drawer.getByRole('button', { name: /^Move to my selection: /, disabled: false }).waitFor()
    await expect.poll(selected).toBe(0)
  })

  it('goes on with the next wish', async () => {
    for (const id of [1, 2]) await call('POST', `account/wishlist/${id}`)
    await page.goto(shopUrl('/en/account?section=wishlist'))
    const wishes = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('article') })
    await wishes.nth(1).waitFor()
    const next = await wishes.nth(1).getByRole('heading').innerText()
    await wishes
      .first()
      .getByRole('button', { name: /^Remove/ })
      .press('Enter')
    await expect.poll(focused).toContain(next)
  })

  it('goes on with the next address', async () => {
    const address = {
      fullName: 'Leyla Nümunə',
      phoneNumber: '0500001234',
      apartment: '',
      city: 'Bakı',
      state: 'Bakı',
      zipCode: 'AZ1000',
      country: 'Azerbaijan',
    }
    for (const streetAddress of ['Nümunə küç. 1', 'Nümunə küç. 2']) {
      await call('POST', 'account/addresses', { ...address, streetAddress, isDefaultShipping: false, isDefaultBilling: false })
    }
    await page.goto(shopUrl('/en/account?section=addresses'))
    await page.getByRole('button', { name: 'Delete: Nümunə küç. 1' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete address' }).press('Enter')
    await page.getByText('Nümunə küç. 1').waitFor({ state: 'detached' })
    await expect.poll(focused).toContain('Nümunə küç. 2')
  })
})
