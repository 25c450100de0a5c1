import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contextOptions, hydrated, launchBrowser, openComplete, registerCustomer, shopUrl, shownBelow } from './support/browser'
import { addPlentiful } from './support/customers'
import { shopTexts } from './support/desk'

/** Folder of the files by which the runner is asked to stop and start PostgreSQL. */
const control = process.env.DATABASE_SWITCH

const t = shopTexts('en')
let browser: Browser

let isAway = false

async function switchDatabase(action: 'start' | 'stop'): Promise<void> {
  const file = join(control ?? '', action)
  writeFileSync(file, '')
  await expect.poll(() => existsSync(file), { timeout: 60_000 }).toBe(false)
  isAway = action === 'stop'
}

/** Starts the database and waits until the shop reads from it. */
async function startDatabase(): Promise<void> {
  await switchDatabase('start')
  await expect
    .poll(async () => (await fetch(shopUrl('/api/v1.0/products?limit=1&sort=latest'))).headers.has('x-stale-since'), { timeout: 30_000 })
    .toBe(false)
}

/** Opens a page of the shop and returns the number of its products. */
async function productsOn(page: Page, path: string): Promise<number> {
  const response = await page.goto(shopUrl(path))
  expect(response?.status(), path).toBe(200)
  await hydrated(page)
  const articles = page.getByRole('main').getByRole('article')
  await articles.first().waitFor()
  return articles.count()
}

async function fillIn(page: Page): Promise<void> {
  const values = {
    'FORM.PHONE': '050 123 45 67',
    'CHECKOUT.ADDRESS': 'Nümunə küç. 12',
    'FORM.CITY': 'Bakı',
    'FORM.REGION': 'Bakı',
    'FORM.POSTAL_CODE': 'AZ1000',
  }
  for (const [label, value] of Object.entries(values)) {
    await page.getByRole('main').getByLabel(t(label), { exact: true }).fill(value)
  }
}

describe.skipIf(control === undefined)('while the database is away', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  // For a further attempt.
  afterEach(async () => {
    if (isAway) await startDatabase()
  })
  afterAll(() => browser.close())

  it('shows, finds and opens products, keeps what was typed, and takes the order afterwards', async () => {
    const customer = await browser.newContext(contextOptions(1440))
    await registerCustomer(customer)
    const checkout = await customer.newPage()
    await openComplete(checkout, '/en')
    const add = await addPlentiful(checkout, 'en')
    await shownBelow(add)
    await add.first().click()
    await checkout.getByRole('button', { name: 'Cart, 1 item' }).waitFor()
    await checkout.goto(shopUrl('/en/checkout'))
    const complete = checkout.getByRole('main').getByRole('button', { name: t('CHECKOUT.COMPLETE') })
    await complete.waitFor()
    await fillIn(checkout)

    const visitor = await browser.newContext(contextOptions(390))
    const page = await visitor.newPage()
    await page.goto(shopUrl('/en/login'))
    const email = page.getByRole('main').getByLabel(t('FORM.EMAIL'), { exact: true })
    await email.fill('leyla@example.com')
    await page.getByRole('main').getByLabel(t('FORM.PASSWORD'), { exact: true }).fill('three lattice panes')

    await switchDatabase('stop')
    await page
      .getByRole('main')
      .getByRole('button', { name: t('AUTH.SIGN_IN') })
      .click()
    await page.getByRole('main').getByRole('alert').first().waitFor()
    expect(await email.inputValue()).toBe('leyla@example.com')

    // Neither the list nor the search nor the product was asked for before.
    expect(await productsOn(page, '/en/shop?category=2&sort=price_low')).toBeGreaterThan(3)
    expect(await productsOn(page, '/en/search?q=bench')).toBeGreaterThan(0)
    const link = page.getByRole('main').getByRole('article').first().getByRole('link').first()
    await link.click()
    await page.waitForURL(/\/en\/shop\/\d+$/)
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    // A page that a test before opened is fresh for up to half a minute.
    await expect.poll(() => page.reload().then((product) => product?.headers()['x-stale-since']), { timeout: 45_000 }).toBeDefined()
    const product = await page.reload()
    expect(product?.status()).toBe(200)
    expect(product?.headers()['x-stale-since']).toBeDefined()
    const note = page.getByText(t('COMMON.STALE_SINCE').split('{{')[0]?.trim() ?? '')
    await note.waitFor()

    await complete.click()
    await checkout.getByRole('main').getByRole('alert').first().waitFor()
    expect(await checkout.getByRole('main').getByLabel(t('FORM.CITY'), { exact: true }).inputValue()).toBe('Bakı')

    await startDatabase()
    await page.reload()
    await hydrated(page)
    await note.waitFor({ state: 'detached' })
    await complete.click()
    await checkout
      .getByRole('main')
      .getByRole('heading', { level: 1, name: t('CONFIRMATION.TITLE') })
      .waitFor()
    await Promise.all([customer.close(), visitor.close()])
  })
})
