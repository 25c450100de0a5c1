import { expect } from 'vitest'
import type { Browser, Locator, Page } from 'playwright-core'
import { expectAccessible, hydrated, printedPages, shopUrl, type Language } from './browser'
import { mailWith, shopTexts } from './desk'
import { jpegs } from './jpegs'
import { open } from './members'

/** Only in one language: the others have the same screens. */
export const expectAccessibleOnce = (page: Page, language: Language) => (language === 'az' ? expectAccessible(page) : Promise.resolve())

interface ListedProduct {
  id: number
  nameAz: string
  nameRu: string
  nameEn: string
  categoryId: number
  stockQuantity: number | null
}

async function products(): Promise<ListedProduct[]> {
  const response = await fetch(shopUrl('/api/v1.0/products?limit=100'))
  return ((await response.json()) as { data: ListedProduct[] }).data
}

/** Returns the buttons of the page that add a product which no other test can buy up. */
export async function addPlentiful(page: Page, language: Language): Promise<Locator> {
  const t = shopTexts(language)
  const listed = (await products()).filter(({ stockQuantity }) => stockQuantity === null || stockQuantity >= 12)
  const main = page.getByRole('main')
  return listed
    .map(({ nameAz, nameRu, nameEn }) => ({ az: nameAz, ru: nameRu, en: nameEn })[language])
    .map((name) => main.getByRole('button', { name: t('CART.ADD', { name }), exact: true, disabled: false }))
    .reduce((some, button) => some.or(button))
}

/** Returns wardrobes that no other test can buy up. */
async function madeToOrder(count: number): Promise<number[]> {
  const wardrobes = (await products()).filter(({ categoryId, stockQuantity }) => categoryId === 1 && stockQuantity === null)
  if (wardrobes.length < count) throw new Error('too few wardrobes are made to order')
  return wardrobes.slice(0, count).map(({ id }) => id)
}

async function fillContacts(form: Locator, email: string, language: Language): Promise<void> {
  const t = shopTexts(language)
  const fields = { FIRST_NAME: 'Leyla', LAST_NAME: 'Nümunə', PHONE: '050 000 12 34', EMAIL: email }
  for (const [name, value] of Object.entries(fields)) await form.getByLabel(t(`FORM.${name}`), { exact: true }).fill(value)
}

/** Opens the conversation about the quote that was sent, and writes with a photo. */
async function writeToShop(page: Page, language: Language): Promise<void> {
  const t = shopTexts(language)
  const link = await page.getByRole('link', { name: t('QUOTE.TALK') }).getAttribute('href')
  await page.goto(shopUrl(link ?? ''))
  await page.getByText(t('TALK.EMPTY')).waitFor()
  const [photo] = await jpegs(page, 1, 20)
  await page.locator('input[type=file]').setInputFiles({ name: 'divar.jpg', mimeType: 'image/jpeg', buffer: photo ?? Buffer.alloc(0) })
  await page.getByLabel(t('TALK.TEXT')).fill('Divar 285 sm')
  await page.getByRole('button', { name: t('TALK.SEND') }).click()
  const log = page.getByRole('log')
  await log.getByText('Divar 285 sm').waitFor()
  await log.locator('img').waitFor()
  await expectAccessibleOnce(page, language)
}

/** Asks for a quote in the shop, with `writes` also writes to it, and returns the customer's address. */
export async function askForQuote(browser: Browser, language: Language, width: number, writes = false): Promise<string> {
  const t = shopTexts(language)
  const email = `leyla-${crypto.randomUUID()}@example.com`
  const { page, context, errors } = await open(browser, `/${language}/shop/${String((await madeToOrder(1))[0])}`, width)
  await hydrated(page)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('QUOTE.ASK') })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: t('QUOTE.TITLE') })
  await fillContacts(dialog, email, language)
  await dialog.getByRole('button', { name: t('QUOTE.SEND') }).click()
  await page.getByText(t('QUOTE.SENT')).waitFor()
  if (writes) await writeToShop(page, language)
  expect(errors).toEqual([])
  await context.close()
  return email
}

/**
 * Selects three pieces, each a centimetre wider than the one before, shares them, asks for a quote of all and gets its mail. Returns the
 * address.
 */
export async function askForSelection(browser: Browser, language: Language, width: number, firstCm = 181): Promise<string> {
  const t = shopTexts(language)
  const email = `leyla-${crypto.randomUUID()}@example.com`
  const wardrobes = await madeToOrder(3)
  const { page, context, errors } = await open(browser, `/${language}/selection`, width)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const main = page.getByRole('main')
  for (const [index, id] of wardrobes.entries()) {
    await page.goto(shopUrl(`/${language}/shop/${String(id)}`))
    await hydrated(page)
    await main
      .getByRole('button', { name: t('QUOTE.ASK') })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: t('QUOTE.TITLE') })
    await dialog.getByText(t('QUOTE.SIZE_OWN'), { exact: true }).click()
    await dialog
      .locator('input[inputmode="decimal"]')
      .first()
      .fill(String(firstCm + index))
    await dialog.getByRole('button', { name: t('SELECTION.ADD') }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await page
    .getByRole('banner')
    .getByRole('link', { name: t('SELECTION.COUNT', { count: 3 }) })
    .click()
  await main.getByRole('button', { name: t('SELECTION.COPY_LINK') }).click()
  const shared = await open(browser, await page.evaluate(() => navigator.clipboard.readText()), width)
  await shared.page.getByRole('heading', { level: 1, name: t('SELECTION.SHARED') }).waitFor()
  for (const size of [firstCm, firstCm + 1, firstCm + 2])
    await shared.page
      .getByRole('main')
      .getByText(new RegExp(`^${String(size)}\\b`))
      .first()
      .waitFor()
  await shared.context.close()

  await fillContacts(main, email, language)
  await main.getByRole('button', { name: t('SELECTION.SEND') }).click()
  const number = await page
    .getByRole('alertdialog', { name: t('QUOTE.SENT_TITLE') })
    .getByText(/^SQ-/)
    .first()
    .innerText()
  await mailWith(email, new RegExp(/SQ-\w+/.exec(number)?.[0] ?? 'no number'))
  expect([...errors, ...shared.errors]).toEqual([])
  await context.close()
  return email
}

/** Opens the link of the mail, accepts, and returns the page. */
export async function acceptOffer(
  browser: Browser,
  email: string,
  language: Language,
  width: number,
  { address = '', size }: { address?: string; size?: RegExp } = {},
): Promise<Page> {
  const t = shopTexts(language)
  const { page, errors } = await open(browser, await mailWith(email, /http\S+\/offer#\S+/), width)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const lines = page.getByRole('region', { name: t('OFFER.LINES') }).getByRole('listitem')
  // The drawings of a design take a page of their own.
  if ((await lines.count()) === 1 && size === undefined) expect(await printedPages(page)).toBe(1)
  const button = page.getByRole('button', { name: t(width < 768 ? 'OFFER.ACCEPT_SHORT' : 'OFFER.ACCEPT'), exact: true })
  await button.locator('visible=true').click()
  if (address !== '') await page.getByLabel(t('OFFER.ADDRESS')).fill(address)
  const confirm = page.getByRole('button', { name: t('OFFER.ACCEPT_CONFIRM') })
  if (size !== undefined) {
    await confirm.click()
    await page.getByRole('alert').getByText(t('OFFER.CONFIRM_NEEDED')).waitFor()
    await page.getByRole('checkbox', { name: size }).check()
  }
  await confirm.click()
  await page.getByRole('heading', { name: t('OFFER.ACCEPTED_BY', { name: 'Leyla' }) }).waitFor()
  await expectAccessibleOnce(page, language)
  expect(errors).toEqual([])
  return page
}

/** Waits until the customer's page shows a step of the order. */
export async function seesStep(page: Page, status: string, language: Language): Promise<void> {
  await page.reload()
  await page
    .locator('[aria-current=step]', { hasText: shopTexts(language)(status === 'RECEIVED' ? 'ORDER.RECEIVED' : `ORDER.STATUS.${status}`) })
    .waitFor()
}
