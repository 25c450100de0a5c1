import { mkdirSync } from 'node:fs'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everything, paths } from '../../desk/testing/everything'
import { session, tural } from '../../desk/testing/fixtures'
import { fakeDesk } from '../../desk/testing/handlers'
import { contextOptions, languages, launchBrowser, shop, type Language } from './support/browser'
import { deskTexts } from './support/desk'
import { startDeskServer, type DeskServer } from './support/fake-desk'
import { unreachable } from './support/layout'

/** From the largest, which opens what is tested. */
const widths = [1440, 1366, 1280, 1152, 1024, 820, 390]

/** Folder that gets a picture of each screen, if set. */
const pictures = process.env.PICTURES

type Texts = ReturnType<typeof deskTexts>

interface Shown {
  name: string
  path: string
  /** Opens a part of the screen. */
  open?: (page: Page, t: Texts) => Promise<void>
}

const press = (name: string) => (page: Page, t: Texts) => visible(page.getByRole('button', { name: t(name), exact: true })).click()
const filters = (page: Page) => page.keyboard.press('f')
const visible = (part: Locator) => part.locator('visible=true').first()

const compose = (tab: string) => (page: Page, t: Texts) => visible(page.getByRole('tab', { name: t(tab) })).click()

const screens: Shown[] = [
  { name: 'today', path: '/' },
  { name: 'payments', path: '/payments' },
  { name: 'quotes', path: '/quotes' },
  { name: 'quotes-filters', path: '/quotes', open: filters },
  {
    name: 'quotes-marked',
    path: '/quotes',
    open: async (page, t) => {
      await press('QUOTES.MARKING')(page, t)
      await page.getByRole('checkbox').first().check()
    },
  },
  {
    name: 'quotes-message',
    path: paths.quote,
    open: async (page, t) => {
      await visible(page.getByRole('button', { name: t('QUOTE.ASSIGNEE') })).click()
      await page.getByRole('menuitem', { name: /Rəşad/ }).click()
      await page.getByRole('status').getByRole('group').waitFor()
    },
  },
  { name: 'quotes-new', path: '/quotes', open: press('QUOTES.ADD') },
  { name: 'quote', path: paths.quote },
  { name: 'quote-facts', path: paths.quote, open: async (page) => page.keyboard.press('i') },
  {
    name: 'quote-note',
    path: paths.quote,
    open: async (page, t) => {
      await compose('COMPOSER.NOTE')(page, t)
      await page.getByRole('tabpanel').getByRole('textbox').first().fill('285 × 215')
    },
  },
  { name: 'quote-call', path: paths.quote, open: compose('COMPOSER.CALL') },
  {
    name: 'quote-whatsapp',
    path: paths.quote,
    open: async (page, t) => {
      await compose('COMPOSER.WHATSAPP')(page, t)
      await page.getByRole('tabpanel').getByRole('textbox').first().fill('285 × 215')
    },
  },
  { name: 'quote-mail', path: paths.quote, open: compose('COMPOSER.MAIL') },
  {
    name: 'quote-day',
    path: paths.quote,
    open: async (page, t) => {
      await compose('COMPOSER.CALL')(page, t)
      await press('FOLLOW_UP.DATE')(page, t)
      await page.keyboard.press('Tab')
      await page.getByLabel(t('FOLLOW_UP.DAY'), { exact: true }).press('Alt+ArrowDown')
    },
  },
  { name: 'quote-design', path: paths.changedDesign },
  { name: 'offer', path: paths.draft },
  { name: 'offer-sent', path: paths.sent },
  { name: 'orders', path: '/orders' },
  { name: 'orders-filters', path: '/orders', open: filters },
  { name: 'order', path: paths.order },
  {
    name: 'order-lines',
    path: paths.order,
    open: async (page, t) => {
      await press('ORDER.LINES_CHANGE')(page, t)
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'order-payment', path: paths.order, open: press('ORDER.TAKE_PAYMENT') },
  { name: 'order-new', path: '/orders/new' },
  { name: 'pick', path: `${paths.order}/paper/pick` },
  { name: 'delivery', path: `${paths.order}/paper/delivery` },
  { name: 'workshop', path: `${paths.order}/workshop` },
  { name: 'workshop-labels', path: `${paths.order}/workshop/labels` },
  { name: 'customers', path: '/customers' },
  { name: 'customer', path: paths.customer },
  { name: 'products', path: '/products' },
  {
    name: 'products-sheet',
    path: '/products',
    open: async (page, t) => {
      await page.getByRole('checkbox').first().check()
      await press('SHEET.OPEN')(page, t)
    },
  },
  { name: 'products-new', path: '/products', open: press('PRODUCTS.ADD') },
  { name: 'product', path: paths.product },
  {
    name: 'product-changed',
    path: paths.product,
    open: async (page) => {
      await page.locator('[name=descriptionAz]').fill('Palıd')
      await page.locator('[name=price]').fill('-1')
      await page.keyboard.press('Control+s')
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'product-picture', path: paths.product, open: (page) => page.locator('[name=images]').click() },
  {
    name: 'product-upload',
    path: paths.product,
    open: async (page, t) => {
      const buffer = Buffer.from('\0\0\0\x20ftypheic')
      const jpeg = Buffer.from('ffd8ffe1', 'hex')
      await page.locator('input[type=file]').setInputFiles([
        { name: 'IMG_4711 – mətbəx, ön tərəf.HEIC', mimeType: 'image/heic', buffer },
        { name: 'slow.jpg', mimeType: 'image/jpeg', buffer: jpeg },
      ])
      await page.getByText(t('MEDIA.PROCESSING')).waitFor()
      await page.getByText(t('MEDIA.HEIC')).scrollIntoViewIfNeeded()
    },
  },
  { name: 'product-stock', path: paths.product, open: press('STOCK.ADD') },
  { name: 'product-hidden', path: paths.hiddenProduct },
  { name: 'stock', path: `${paths.product}/stock` },
  { name: 'imports', path: paths.imports },
  {
    name: 'imports-refused-file',
    path: paths.imports,
    open: async (page) => {
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'qiymətlər.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'import-columns', path: paths.importMapping },
  { name: 'import-changed', path: `${paths.importReady}?result=changed` },
  { name: 'import-new', path: `${paths.importReady}?result=new` },
  { name: 'import-refused', path: `${paths.importReady}?result=refused` },
  { name: 'import-undo', path: paths.importApplied, open: press('IMPORT.UNDO') },
  { name: 'import-failed', path: paths.importFailed },
  { name: 'price-book', path: paths.priceBook },
  {
    name: 'price-book-refused',
    path: paths.priceBook,
    open: async (page) => {
      await page.locator('[name="boards.wood19.perM2.oak"]').fill('-1')
      await page.locator('[name="boards.lam18.sheetMm"]').fill('2800')
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'price-book-paste', path: paths.priceBook, open: press('PRICE_BOOK.PASTE') },
  { name: 'price-book-publish', path: paths.priceBook, open: press('PRICE_BOOK.PUBLISH') },
  { name: 'price-book-past', path: paths.pastPriceBook },
  { name: 'price-book-versions', path: paths.pastPriceBook, open: press('PRICE_BOOK.VERSIONS') },
  { name: 'content', path: '/content/banner' },
  { name: 'campaign', path: '/content/campaigns/kitchen-plan' },
  {
    name: 'campaign-refused',
    path: '/content/campaigns/winter',
    open: async (page) => {
      await page.locator('[name=nameAz]').fill('')
      await page.keyboard.press('Control+s')
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'banner', path: '/content/banner/delivery' },
  { name: 'banner-new', path: '/content/banner', open: press('CONTENT.NEW_BANNER') },
  { name: 'project', path: '/content/projects/green-kitchen' },
  { name: 'store', path: '/content/stores/nizami' },
  { name: 'catalogue', path: '/content/catalogue' },
  { name: 'home-texts', path: '/content/home' },
  { name: 'home-text', path: '/content/home/HOME.HERO_TITLE' },
  { name: 'home-picture', path: '/content/home/HOME_PICTURE_ABOUT' },
  {
    name: 'hours',
    path: '/content/hours',
    open: async (page, t) => {
      await press('CONTENT.HOLIDAY_ADD')(page, t)
      const added = page.getByRole('group', { name: t('CONTENT.HOLIDAY_NEW') })
      await added.getByLabel(t('CONTENT.WE_WORK')).check()
      await page.keyboard.press('Control+s')
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'team', path: '/team' },
  { name: 'team-invite', path: '/team', open: press('TEAM.INVITE') },
  { name: 'activity', path: '/activity' },
  { name: 'mails', path: '/mails' },
  { name: 'templates', path: '/mail/templates' },
  { name: 'template', path: '/mail/templates/ask_size' },
  { name: 'template-new', path: '/mail/templates/new' },
  { name: 'set-aside', path: '/mail/set-aside' },
  { name: 'orders-view-changed', path: '/orders?status=Pending&view=v2' },
  { name: 'calendar', path: '/calendar' },
  {
    name: 'bell',
    path: '/calendar',
    open: async (page, t) => {
      await visible(page.getByRole('button', { name: t('NOTICES.TITLE') })).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'quotes-filtered', path: '/quotes?status=assigned&language=ru&source=phone' },
  { name: 'me', path: '/me' },
]

/** The screens before the session is complete, with the step that it has reached. */
const entries: (Shown & { step: 'enrol' | 'code' | null })[] = [
  { name: 'sign-in', path: '/sign-in', step: null },
  { name: 'second-step', path: '/second-step', step: 'code' },
  { name: 'enrol', path: '/', step: 'enrol' },
  { name: 'welcome', path: '/welcome#token=invitation', step: null },
]

/** Opens a screen at the largest width, and returns what is out of reach at each. */
async function faultsOf(page: Page, server: DeskServer, { name, path, open }: Shown, language: Language): Promise<string[]> {
  const t = deskTexts(language)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(server.url(`/desk${path}`))
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' })
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  if (open !== undefined) await open(page, t)
  const faults: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => new Promise(requestAnimationFrame))
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}-${language}-${String(width)}.png` })
    faults.push(...(await unreachable(page)).map((fault) => `${name}, ${String(width)}: ${fault}`))
  }
  return faults
}

describe.skipIf(shop === undefined)('the screens of the desk', () => {
  let browser: Browser
  beforeAll(async () => {
    if (pictures !== undefined) mkdirSync(pictures, { recursive: true })
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it.each(languages)(
    'are in reach in %s at every width',
    async (language) => {
      const context = await browser.newContext({ ...contextOptions(1440), locale: 'az-AZ', timezoneId: 'Asia/Baku' })
      const page = await context.newPage()
      const server = await startDeskServer(everything(language))
      const faults: string[] = []
      for (const shown of screens) faults.push(...(await faultsOf(page, server, shown, language)))
      await context.close()
      await server.close()
      expect(faults).toEqual([])
    },
    600_000,
  )

  it.each(languages)(
    'are in reach in %s before the sign-in is complete',
    async (language) => {
      const faults: string[] = []
      for (const { step, ...shown } of entries) {
        const context = await browser.newContext({ ...contextOptions(1440), locale: 'az-AZ', timezoneId: 'Asia/Baku' })
        // The last language of this browser, before anybody has signed in.
        await context.addInitScript((last) => localStorage.setItem('desk.language', last), language)
        const page = await context.newPage()
        const { handlers } = fakeDesk({ ...tural, language }, step === null ? null : session(null, step))
        const server = await startDeskServer(handlers)
        faults.push(...(await faultsOf(page, server, shown, language)))
        await context.close()
        await server.close()
      }
      expect(faults).toEqual([])
    },
    600_000,
  )
})
