import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectErrors, contextOptions, expectAccessible, launchBrowser, shop, shopUrl, shownBelow } from './support/browser'
import { addPlentiful } from './support/customers'

const texts = {
  en: {
    register: ['First name', 'Last name', 'E-mail', 'Password', 'Create an account'],
    cart: 'Cart, 1 item',
    checkout: 'Go to checkout',
    fields: ['Phone', 'Street, house, apartment', 'City', 'Region', 'Postal code'],
    complete: 'Complete the order',
    received: 'The order is received',
    empty: 'Cart',
    cancel: /^Cancel order/,
    cancelled: 'Cancelled',
    signOut: 'Sign out',
  },
  az: {
    register: ['Ad', 'Soyad', 'E-poçt', 'Şifrə', 'Hesab yaradın'],
    cart: /^Səbət, /,
    checkout: 'Sifarişi rəsmiləşdirin',
    fields: ['Telefon', 'Küçə, ev, mənzil', 'Şəhər', 'Region', 'Poçt indeksi'],
    complete: 'Sifarişi tamamlayın',
    received: 'Sifariş qəbul olundu',
    empty: 'Səbət',
    cancel: /^Sifarişi ləğv edin/,
    cancelled: 'Ləğv edildi',
    signOut: 'Çıxış',
  },
} as const

let browser: Browser

async function fillIn(page: Page, labels: readonly string[], values: readonly string[]): Promise<void> {
  for (const [index, label] of labels.entries()) {
    await page
      .getByRole('main')
      .getByLabel(label, { exact: true })
      .fill(values[index] ?? '')
  }
}

describe.skipIf(shop === undefined)('ordering', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it.each([
    ['en', 390],
    ['az', 1440],
  ] as const)('registers, orders, cancels and signs out in %s at %i px', async (language, width) => {
    const words = texts[language]
    const context = await browser.newContext(contextOptions(width))
    const page = await context.newPage()
    const errors = collectErrors(page)
    const main = page.getByRole('main')

    await page.goto(shopUrl(`/${language}/register?returnUrl=%2F${language}`))
    const [first, last, email, password, register] = words.register
    await main.getByLabel(first, { exact: true }).waitFor()
    await expectAccessible(page)
    const own = `customer-${crypto.randomUUID()}@example.com`
    await fillIn(page, [first, last, email, password], ['Leyla', 'Nümunə', own, `long ${crypto.randomUUID()}`])
    await main.getByRole('button', { name: register }).click()
    await page.waitForURL((url) => url.pathname === `/${language}`)

    const addButtons = await addPlentiful(page, language)
    await shownBelow(addButtons)
    await addButtons.first().click()
    await page.getByRole('button', { name: words.cart }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('listitem').first().waitFor()
    await expectAccessible(page)
    await drawer.getByRole('link', { name: words.checkout }).click()

    const complete = main.getByRole('button', { name: words.complete })
    await complete.waitFor()
    await fillIn(page, words.fields, ['050 123 45 67', 'Nümunə küç. 12', 'Bakı', 'Bakı', 'AZ1000'])
    await expectAccessible(page)
    await complete.click()
    await main.getByRole('heading', { level: 1, name: words.received }).waitFor()
    await expectAccessible(page)
    // The server removes the ordered items from the cart.
    await page.getByRole('banner').getByRole('button', { name: words.empty, exact: true }).waitFor({ timeout: 10_000 })

    await page.goto(shopUrl(`/${language}/account?section=orders`))
    await main.getByRole('button', { name: words.cancel }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: words.cancel }).click()
    await main.getByText(words.cancelled).first().waitFor()
    for (const section of ['dashboard', 'account-details', 'addresses', 'wishlist']) {
      await page.goto(shopUrl(`/${language}/account?section=${section}`))
      await main.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
    }
    await main.getByRole('button', { name: words.signOut }).click()
    await page.waitForURL((url) => url.pathname === `/${language}/login`)
    expect(await context.cookies().then((cookies) => cookies.map(({ name }) => name))).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })

  it('downloads the data and closes the account in az at 390 px', async () => {
    const context = await browser.newContext(contextOptions(390))
    const page = await context.newPage()
    const errors = collectErrors(page)
    const main = page.getByRole('main')
    const password = `long ${crypto.randomUUID()}`
    const own = `customer-${crypto.randomUUID()}@example.com`

    await page.goto(shopUrl('/az/register?returnUrl=%2Faz%2Faccount%3Fsection%3Daccount-details'))
    const [first, last, email, secret, register] = texts.az.register
    await fillIn(page, [first, last, email, secret], ['Leyla', 'Nümunə', own, password])
    await main.getByRole('button', { name: register }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), main.getByRole('button', { name: 'Məlumatlarımı yüklə' }).click()])
    expect(download.suggestedFilename()).toBe('my-data.json')

    await main.getByRole('button', { name: 'Hesabı bağlayın' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Hazırkı şifrə', { exact: true }).fill(password)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Hesabı bağlayın' }).click()
    await page.getByText('Hesabınız bağlandı və məlumatlarınız silindi.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/az')
    expect(await context.cookies().then((cookies) => cookies.map(({ name }) => name))).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })
})
