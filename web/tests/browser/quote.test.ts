import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectErrors, contextOptions, expectAccessible, launchBrowser, shop, shopUrl } from './support/browser'

const texts = {
  en: {
    open: /^Ask for a quote/,
    ask: 'Ask for a quote',
    fields: ['First name', 'Last name', 'Phone', 'E-mail'],
    send: 'Send',
    sent: 'Product inquiry submitted successfully! We will contact you soon.',
    download: 'Download the catalogue',
    catalogue: ['Full name', 'Phone', 'E-mail'],
    getCatalogue: 'Get the catalogue',
    openCatalogue: /^Open the catalogue/,
    gallery: 'From the workshop to the home',
    enlarge: /^Enlarge: /,
  },
  ru: {
    open: /^В моём размере/,
    ask: 'Узнать цену',
    fields: ['Имя', 'Фамилия', 'Телефон', 'Почта'],
    send: 'Отправить',
    sent: 'Запрос отправлен. Мы скоро свяжемся с вами.',
    download: 'Скачайте каталог',
    catalogue: ['Имя и фамилия', 'Телефон', 'Почта'],
    getCatalogue: 'Получить каталог',
    openCatalogue: /^Открыть каталог/,
    gallery: 'Из мастерской домой',
    enlarge: /^Увеличить: /,
  },
  az: {
    open: /^Qiymət soruşun/,
    ask: 'Qiymət soruşun',
    fields: ['Ad', 'Soyad', 'Telefon', 'E-poçt'],
    send: 'Göndərin',
    sent: 'Sorğunuz göndərildi. Tezliklə sizinlə əlaqə saxlayacağıq.',
    download: 'Kataloqu yükləyin',
    catalogue: ['Ad və soyad', 'Telefon', 'E-poçt'],
    getCatalogue: 'Kataloqu alın',
    openCatalogue: /^Kataloqu açın/,
    gallery: 'Emalatxanadan evə',
    enlarge: /^Böyüdün: /,
  },
} as const

const locales = [
  ['en', 1440],
  ['ru', 390],
  ['az', 1440],
] as const

let browser: Browser

async function open(path: string, width: number, motion = false) {
  const context = await browser.newContext({ ...contextOptions(width), ...(motion && { reducedMotion: 'no-preference' }) })
  const page = await context.newPage()
  const errors = collectErrors(page)
  await page.goto(shopUrl(path))
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, context, errors }
}

describe.skipIf(shop === undefined)('quotes, brochure and gallery', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it.each(locales.flatMap(([language, width]) => ['shop', 'shop/1'].map((path) => [language, width, path] as const)))(
    'asks for a quote in %s at %i px from %s',
    async (language, width, path) => {
      const words = texts[language]
      const { page, context, errors } = await open(`/${language}/${path}`, width)
      const opener = page.getByRole('main').getByRole('button', { name: words.open }).first()
      await opener.click()
      const dialog = page.getByRole('dialog', { name: words.ask })
      await dialog.waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)

      await opener.click()
      const send = dialog.getByRole('button', { name: words.send })
      expect(await send.isDisabled()).toBe(true)
      const values = ['Leyla', 'Nümunə', '050 123 45 67', `customer-${crypto.randomUUID()}@example.com`]
      for (const [index, label] of words.fields.entries()) {
        await dialog.getByLabel(label, { exact: true }).fill(values[index] ?? '')
      }
      await send.click()
      await page.getByText(words.sent).waitFor()
      await dialog.waitFor({ state: 'detached' })
      await expectAccessible(page)
      expect(errors).toEqual([])
      await context.close()
    },
  )

  it.each(locales)('requests the brochure in %s at %i px', async (language, width) => {
    const words = texts[language]
    const { page, context, errors } = await open(`/${language}`, width)
    const main = page.getByRole('main')
    // The form loads when its section is near the viewport.
    await main.getByRole('heading', { name: words.download }).scrollIntoViewIfNeeded()
    const send = main.getByRole('button', { name: words.getCatalogue })
    const values = ['Leyla Nümunə', '050 123 45 67', `customer-${crypto.randomUUID()}@example.com`]
    for (const [index, label] of words.catalogue.entries()) {
      await main.getByLabel(label, { exact: true }).fill(values[index] ?? '')
    }
    const tab = context.waitForEvent('page')
    await send.click()
    const link = main.getByRole('link', { name: words.openCatalogue })
    await link.waitFor()
    await tab
    expect(await main.getByLabel(words.catalogue[0], { exact: true }).inputValue()).toBe('')
    await expectAccessible(page)
    expect(errors).toEqual([])
    await context.close()
  })

  it.each(locales)('navigates the gallery with arrow keys in %s at %i px', async (language, width) => {
    const words = texts[language]
    const { page, context, errors } = await open(`/${language}`, width)
    const gallery = page.getByRole('region', { name: words.gallery })
    await gallery.getByRole('button', { name: words.enlarge }).first().focus()
    await page.keyboard.press('Enter')
    const lightbox = page.getByRole('dialog')
    await lightbox.getByText('1 / 10').waitFor()
    await page.keyboard.press('ArrowLeft')
    await lightbox.getByText('10 / 10').waitFor()
    await page.keyboard.press('ArrowRight')
    await lightbox.getByText('1 / 10').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await lightbox.waitFor({ state: 'detached' })
    expect(errors).toEqual([])
    await context.close()
  })

  it('plays the gallery, wraps around its ends and pauses', async () => {
    const { page, context } = await open('/en', 1440, true)
    const gallery = page.getByRole('region', { name: texts.en.gallery })
    await gallery.getByText('2 / 10').waitFor()
    await gallery.getByRole('button', { name: 'Pause' }).click()
    for (const shown of ['1 / 10', '10 / 10', '9 / 10']) {
      await gallery.getByRole('button', { name: 'Previous picture' }).click()
      await gallery.getByText(shown).waitFor()
    }
    for (const shown of ['10 / 10', '1 / 10', '2 / 10']) {
      await gallery.getByRole('button', { name: 'Next picture' }).click()
      await gallery.getByText(shown).waitFor()
    }
    await context.close()
  })
})
