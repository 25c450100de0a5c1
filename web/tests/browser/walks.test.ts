import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  collectErrors,
  contextOptions,
  expectAccessible,
  hydrated,
  launchBrowser,
  registerCustomer,
  settled,
  shop,
  shopUrl,
} from './support/browser'
import { askForSelection } from './support/customers'
import { mailWith, shopTexts } from './support/desk'
import { activate, typeInto } from './support/keyboard'

let browser: Browser

describe.skipIf(shop === undefined)('a walk through the shop', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it.skipIf(process.env.MAIL_FOLDER === undefined)(
    'of Aysel: three pieces in her sizes, shared, sent and drawn in the mail, in az at 390 px',
    async () => {
      const email = await askForSelection(browser, 'az', 390, 243)
      expect(await mailWith(email, /\b243\b[^]*\b244\b[^]*\b245\b/)).not.toBe('')
    },
  )

  it('of Igor: a bench by search, the cart, the order and its end, in ru at 1440 px', async () => {
    const t = shopTexts('ru')
    const context = await browser.newContext(contextOptions(1440))
    await registerCustomer(context)
    const page = await context.newPage()
    const errors = collectErrors(page)
    const main = page.getByRole('main')
    await page.goto(shopUrl('/ru/faq'))
    await settled(page)
    await page.getByRole('button', { name: t('SEARCH.OPEN') }).click()
    await page.getByRole('combobox').fill('скамья')
    const list = page.getByRole('listbox')
    await list.getByRole('option').first().waitFor()
    await expectAccessible(page)
    await list.getByRole('option').filter({ hasText: 'AZN' }).first().click()
    await page.waitForURL(/\/ru\/shop\/\d+$/)
    await settled(page)
    const name = await main.getByRole('heading', { level: 1 }).innerText()
    await Promise.all([
      page.waitForResponse(/\/account\/wishlist\/\d+$/),
      main.getByRole('button', { name: t('FAVOURITE.ADD', { name }) }).click(),
    ])
    await page.goto(shopUrl('/ru/account?section=wishlist'))
    await main
      .getByRole('button', { name: t('ACCOUNT.WISHLIST.ADD_TO_CART') })
      .first()
      .click()
    await page.getByRole('button', { name: /^Корзина, / }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Перейти к оформлению' }).click()

    const values = { Телефон: '055 700 12 34', 'Улица, дом, квартира': 'Примерная, 12', Город: 'Баку', Регион: 'Баку', Индекс: 'AZ1000' }
    const complete = main.getByRole('button', { name: t('CHECKOUT.COMPLETE') })
    await complete.waitFor()
    for (const [label, value] of Object.entries(values)) await main.getByLabel(label, { exact: true }).fill(value)
    await complete.click()

    // By when the shop calls, where the order goes, and the call for a calendar.
    const facts = main.getByRole('list', { name: t('CONFIRMATION.FACTS') })
    await facts.getByText(/^Позвоним не позднее: /).waitFor()
    expect(await facts.innerText()).toContain('Баку, AZ1000')
    expect(await facts.innerText()).not.toContain('Баку, Баку')
    await expectAccessible(page)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      facts.getByRole('button', { name: t('CONFIRMATION.TO_CALENDAR') }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^order-SB-\w+\.ics$/)

    await page.goto(shopUrl('/ru/account?section=orders'))
    await main.getByRole('button', { name: /^Отменить заказ/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('ORDER.CANCEL') })
      .click()
    await main.getByText(t('ORDER.STATUS.CANCELLED')).first().waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it('of Emma: a quote and the cart by the keyboard alone, in en at 200 %', async () => {
    // A window of 1440 pixels with its page twice as large.
    const context = await browser.newContext({ ...contextOptions(720), viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 })
    await registerCustomer(context)
    const page = await context.newPage()
    const errors = collectErrors(page)
    const main = page.getByRole('main')
    await page.goto(shopUrl('/en/shop/1'))
    await settled(page)
    const ask = main.getByRole('button', { name: 'Ask for a quote' }).first()
    await activate(page, ask)
    const dialog = page.getByRole('dialog', { name: 'Ask for a quote' })
    await typeInto(page, dialog, { Phone: '050 123 45 67' })
    await activate(page, dialog.locator('button:enabled', { hasText: 'Send' }))
    const alert = page.getByRole('alertdialog')
    await alert.getByText('Product inquiry submitted successfully! We will contact you soon.').waitFor()
    const number = /SQ-\w+/.exec(await alert.innerText())?.[0] ?? 'no number'
    await dialog.waitFor({ state: 'detached' })
    await activate(page, alert.getByRole('button', { name: 'Back to the shop' }))
    await alert.waitFor({ state: 'detached' })
    expect(await ask.evaluate((element) => element === document.activeElement)).toBe(true)

    // The request is in the account, with by when the shop calls.
    await page.goto(shopUrl('/en/account?section=quotes'))
    const request = main.getByRole('article', { name: `Request ${number}` })
    await request.getByText(/^We call by /).waitFor()
    await expectAccessible(page)

    // No test buys all of its 128 pieces.
    await page.goto(shopUrl('/en/shop/10'))
    await hydrated(page)
    const heart = main.getByRole('button', { name: /^Add to wishlist: / }).first()
    await Promise.all([page.waitForResponse(/\/account\/wishlist\/\d+$/), activate(page, heart)])
    await page.goto(shopUrl('/en/account?section=wishlist'))
    await activate(page, main.getByRole('button', { name: 'Add to cart' }).first())
    await activate(page, page.getByRole('button', { name: 'Cart, 1 item' }))
    const drawer = page.getByRole('dialog', { name: 'Cart' })
    await activate(page, drawer.getByRole('link', { name: 'Go to checkout' }))
    await main.getByRole('button', { name: 'Complete the order' }).waitFor()
    await expectAccessible(page)
    expect(errors).toEqual([])
    await context.close()
  })
})
