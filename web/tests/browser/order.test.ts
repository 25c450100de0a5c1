import AxeBuilder from '@axe-core/playwright'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const shop = process.env.SHOP_URL
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

const texts = {
  en: {
    register: ['First name', 'Last name', 'E-mail', 'Password', 'Create an account'],
    add: /^Add to cart: /,
    cart: 'Cart, 1 items',
    checkout: 'Go to checkout',
    fields: ['Phone', 'Street, house, apartment', 'City', 'Region', 'Postal code'],
    complete: 'Complete the order',
    received: 'The order is received',
    empty: 'Cart',
    cancel: /^Cancel order/,
    cancelled: 'Cancelled',
    signOut: 'Sign out',
  },
  ru: {
    register: ['Имя', 'Фамилия', 'Эл. почта', 'Пароль', 'Создать аккаунт'],
    add: /^Добавить в корзину: /,
    cart: /^Корзина, /,
    checkout: 'Перейти к оформлению',
    fields: ['Телефон', 'Улица, дом, квартира', 'Город', 'Регион', 'Индекс'],
    complete: 'Оформить заказ',
    received: 'Заказ принят',
    empty: 'Корзина',
    cancel: /^Отменить заказ/,
    cancelled: 'Отменён',
    signOut: 'Выйти',
  },
  az: {
    register: ['Ad', 'Soyad', 'E-poçt', 'Şifrə', 'Hesab yaradın'],
    add: /^Səbətə əlavə edin: /,
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

async function accessible(page: Page): Promise<void> {
  // What fades in is not measured half way.
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)))
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

async function fillIn(page: Page, labels: readonly string[], values: readonly string[]): Promise<void> {
  for (const [index, label] of labels.entries()) {
    await page.getByRole('main').getByLabel(label, { exact: true }).fill(values[index] ?? '')
  }
}

describe.skipIf(shop === undefined)('ordering in a browser', () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  })
  afterAll(() => browser.close())

  it.each([
    ['en', 1440],
    ['ru', 390],
    ['az', 1440],
  ] as const)('registers, orders, cancels and signs out in %s at %i px', async (language, width) => {
    const words = texts[language]
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    const main = page.getByRole('main')

    await page.goto(new URL(`/${language}/register?returnUrl=%2F${language}`, shop).href)
    const [first, last, email, password, register] = words.register
    await main.getByLabel(first, { exact: true }).waitFor()
    await accessible(page)
    const address = `customer-${crypto.randomUUID()}@example.com`
    await fillIn(page, [first, last, email, password], ['Leyla', 'Nümunə', address, `long ${crypto.randomUUID()}`])
    await main.getByRole('button', { name: register }).click()
    await page.waitForURL((url) => url.pathname === `/${language}`)

    await main.locator('button:enabled').and(main.getByRole('button', { name: words.add })).first().click()
    await page.getByRole('button', { name: words.cart }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('listitem').first().waitFor()
    await accessible(page)
    await drawer.getByRole('button', { name: words.checkout }).click()

    const complete = main.getByRole('button', { name: words.complete })
    await complete.waitFor()
    await fillIn(page, words.fields, ['050 123 45 67', 'Nümunə küç. 12', 'Bakı', 'Bakı', 'AZ1000'])
    await accessible(page)
    await complete.click()
    await main.getByRole('heading', { level: 1, name: words.received }).waitFor()
    await accessible(page)
    // The server takes the ordered pieces out of the cart.
    await page.getByRole('banner').getByRole('button', { name: words.empty, exact: true }).waitFor({ timeout: 10_000 })

    await page.goto(new URL(`/${language}/account?section=orders`, shop).href)
    await main.getByRole('button', { name: words.cancel }).click()
    await accessible(page)
    await page.getByRole('dialog').getByRole('button', { name: words.cancel }).click()
    await main.getByText(words.cancelled).first().waitFor()
    for (const section of ['dashboard', 'account-details', 'addresses', 'wishlist']) {
      await page.goto(new URL(`/${language}/account?section=${section}`, shop).href)
      await main.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await accessible(page)
    }
    await main.getByRole('button', { name: words.signOut }).click()
    await page.waitForURL((url) => url.pathname === `/${language}/login`)
    expect(await context.cookies().then((cookies) => cookies.map(({ name }) => name))).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  })
})
