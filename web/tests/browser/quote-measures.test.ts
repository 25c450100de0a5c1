import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectErrors, contextOptions, expectAccessible, hydrated, launchBrowser, shop, shopUrl, viewports } from './support/browser'

const texts = {
  az: {
    open: /^Qiymət soruşun/,
    ask: 'Qiymət soruşun',
    own: 'Öz ölçüm',
    niche: 'Niş və ya divar arası',
    visit: 'Ölçməyə gəlin',
    fields: ['Ad', 'Soyad', 'Telefon', 'E-poçt'],
    send: 'Göndərin',
    sent: 'Sorğunuz bizdədir',
    back: 'Mağazaya qayıdın',
  },
  ru: {
    open: /^В моём размере/,
    ask: 'Узнать цену',
    own: 'Мой размер',
    niche: 'Ниша или проём',
    visit: 'Приезжайте замерить',
    fields: ['Имя', 'Фамилия', 'Телефон', 'Почта'],
    send: 'Отправить',
    sent: 'Ваш запрос у нас',
    back: 'Вернуться в магазин',
  },
  en: {
    open: /^Ask for a quote/,
    ask: 'Ask for a quote',
    own: 'My size',
    niche: 'The niche or opening',
    visit: 'Come and measure',
    fields: ['First name', 'Last name', 'Phone', 'E-mail'],
    send: 'Send',
    sent: 'We have your request',
    back: 'Back to the shop',
  },
} as const

let browser: Browser

describe.skipIf(shop === undefined)('a quote with measures', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it.each(viewports)('is drawn, kept as a draft and sent in %s at %i px', async (language, width) => {
    const words = texts[language]
    const context = await browser.newContext(contextOptions(width))
    const page = await context.newPage()
    const errors = collectErrors(page)
    await page.goto(shopUrl(`/${language}/shop/1`))
    await hydrated(page)
    const opener = page.getByRole('main').getByRole('button', { name: words.open }).first()
    await opener.click()
    const dialog = page.getByRole('dialog', { name: words.ask })
    await dialog.getByText(words.own, { exact: true }).click()
    const measures = dialog.locator('input[inputmode="decimal"]')
    await measures.nth(0).fill('180')
    // An arrow steps by one centimetre, with Shift by ten.
    await measures.nth(1).fill('308')
    await measures.nth(1).press('ArrowUp')
    await measures.nth(1).press('Shift+ArrowUp')
    expect(await measures.nth(1).inputValue()).toBe('319')
    const drawing = dialog.getByRole('img', { name: /180.*319/ })
    await drawing.waitFor()
    await dialog.getByRole('status').filter({ hasText: /\d–\d/ }).waitFor()
    // In a niche the piece is smaller by the gaps, which are drawn.
    await dialog.getByText(words.niche, { exact: true }).click()
    const niche = dialog.getByRole('img', { name: /180.*319.*174.*315/ })
    await niche.waitFor()
    expect(await niche.locator('text').count()).toBe(6)
    await expectAccessible(page)

    // Escape closes at once; what was typed waits in this tab.
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await opener.click()
    await niche.waitFor()

    const values = ['Leyla', 'Nümunə', '050 123 45 67', `customer-${crypto.randomUUID()}@example.com`]
    for (const [index, label] of words.fields.entries()) {
      await dialog.getByLabel(label, { exact: true }).fill(values[index] ?? '')
    }
    await dialog.getByRole('button', { name: words.send, exact: true }).click()
    const alert = page.getByRole('alertdialog', { name: words.sent })
    await alert.getByText(/SQ-.*(?:niş|ниша|niche) 180.* 61.* 319/).waitFor()
    await expectAccessible(page)
    await alert.getByRole('button', { name: words.back }).click()
    await alert.waitFor({ state: 'detached' })
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    expect(errors).toEqual([])
    await context.close()
  })

  it('is closed by back on phones, which stays on the screen', async () => {
    const context = await browser.newContext(contextOptions(390))
    const page = await context.newPage()
    const errors = collectErrors(page)
    await page.goto(shopUrl('/en/shop/1'))
    await hydrated(page)
    await page.getByRole('main').getByRole('button', { name: texts.en.open }).first().click()
    const dialog = page.getByRole('dialog', { name: texts.en.ask })
    await dialog.getByText(texts.en.own, { exact: true }).click()

    // Above a keyboard, the drawing and the field that is typed into are both in sight.
    const field = dialog.locator('input[inputmode="decimal"]').nth(2)
    await field.waitFor()
    await page.setViewportSize({ width: 390, height: 540 })
    await field.focus()
    const boxes = [dialog.getByRole('img', { name: /^Width/ }), field, dialog.getByRole('button', { name: texts.en.send, exact: true })]
    const [drawing, typed, send] = await Promise.all(boxes.map((part) => part.boundingBox()))
    expect(drawing?.height).toBeGreaterThan(120)
    expect(typed?.y).toBeGreaterThan((drawing?.y ?? 0) + (drawing?.height ?? 0))
    expect(send?.y).toBeGreaterThan((typed?.y ?? 0) + (typed?.height ?? 0))
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/en/shop/1')
    expect(errors).toEqual([])
    await context.close()
  })

  it('is a page of its own', async () => {
    const context = await browser.newContext(contextOptions(390))
    const page = await context.newPage()
    const errors = collectErrors(page)
    await page.goto(shopUrl('/en/quote?product=1&size=own'))
    await hydrated(page)
    await page.getByRole('img', { name: /^Width 150 cm/ }).waitFor()
    await expectAccessible(page)
    await page.getByText(texts.en.visit, { exact: true }).click()
    await page.getByLabel('Where? (optional)').waitFor()
    await expectAccessible(page)
    expect(errors).toEqual([])
    await context.close()
  })
})
