import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOptions, launchBrowser, registerCustomer, shop, shopUrl } from './support/browser'

let browser: Browser

async function open(path: string, width: number, isCustomer = false): Promise<Page> {
  const context = await browser.newContext(contextOptions(width))
  if (isCustomer) await registerCustomer(context)
  const page = await context.newPage()
  await page.goto(shopUrl(path))
  return page
}

describe.skipIf(shop === undefined)('dialogs', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it.each([390, 1440])('show their messages within, where they can be pressed, at %i px', async (width) => {
    const page = await open('/en', width, true)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add to cart: /, disabled: false })
      .first()
      .click()
    await page.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' }).click()
    const drawer = page.getByRole('dialog', { name: /^Cart/ })
    await drawer.getByRole('button', { name: /^Remove/ }).click()
    await drawer.getByRole('button', { name: 'Undo' }).click()
    await drawer.getByRole('button', { name: /^Remove/ }).waitFor()
    await page.context().close()
  })

  it('stay open when a selection is dragged out of them', async () => {
    const page = await open('/en/shop/1', 1440)
    await page.getByRole('main').getByRole('button', { name: 'Ask for a quote' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Ask for a quote' })
    const name = dialog.getByLabel('First name', { exact: true })
    await name.fill('Leyla Nümunə')
    const box = await name.boundingBox()
    if (box === null) throw new Error('the field is not shown')
    await page.mouse.move(box.x + 60, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(20, box.y + box.height / 2, { steps: 5 })
    await page.mouse.up()
    expect(await dialog.isVisible()).toBe(true)
    expect(await name.inputValue()).toBe('Leyla Nümunə')
    // A press that begins outside closes it, as before.
    await page.mouse.click(20, 20)
    await dialog.waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('stay open when the answer to an earlier request arrives', async () => {
    const page = await open('/en/shop', 1440)
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/ProductInquiries/submit', async (route) => {
      await held
      await route.continue()
    })
    const buttons = page.getByRole('main').getByRole('button', { name: 'Ask for a quote' })
    const dialog = page.getByRole('dialog', { name: 'Ask for a quote' })
    await buttons.first().click()
    const values = { 'First name': 'Leyla', 'Last name': 'Nümunə', Phone: '050 123 45 67', 'E-mail': 'leyla@example.com' }
    for (const [label, value] of Object.entries(values)) await dialog.getByLabel(label, { exact: true }).fill(value)
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await buttons.nth(1).click()
    await dialog.getByLabel('First name', { exact: true }).fill('Aynur')
    answer()
    await page.getByText(/Product inquiry submitted successfully/).waitFor()
    expect(await dialog.getByLabel('First name', { exact: true }).inputValue()).toBe('Aynur')
    await page.context().close()
  })
})
