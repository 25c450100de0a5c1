import { expect } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { expectAccessible, expectComplete, openPage, shopUrl, type Language } from './browser'
import { designTexts, deskTexts, shopTexts } from './desk'
import type { Member } from './members'

const az = deskTexts('az')

/** The code of the design that is open. */
export const codeOf = (page: Page): string => new URL(page.url()).hash.slice(1)

/** Designs a wardrobe for a wall of 243 × 262 cm, and sends it. Its link shows the same design in another browser. */
export async function sendDesign(browser: Browser, email: string, language: Language, width: number): Promise<void> {
  const [t, ofShop] = [designTexts(language), shopTexts(language)]
  const { context, page, errors } = await openPage(browser, `/${language}/design`, width)
  await expectComplete(page)
  const wall = page.getByRole('group', { name: t('wall') })
  await wall.getByLabel(t('width'), { exact: true }).fill('243')
  await wall.getByLabel(t('height'), { exact: true }).fill('262')
  // The furniture of this wall, and its range.
  await page
    .getByText(/237.× \d\d.× 258/)
    .first()
    .waitFor()
  await page
    .getByText(/\d–[\d\s,]+AZN$/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: `${t('begin')}: ${t('example-lattice')}` }).click()
  expect(await page.getByLabel(t('wall-width')).inputValue()).toBe('243')
  await expectComplete(page)

  await page.getByRole('link', { name: t('next-inside') }).click()
  await page
    .getByRole('group', { name: t('which-bay') })
    .getByRole('button', { name: t('bay', { n: 2 }), exact: true })
    .click()
  const before = codeOf(page)
  await page.getByRole('button', { name: t('fill-rails'), exact: true }).click()
  await expect.poll(() => codeOf(page)).not.toBe(before)
  await expectComplete(page)

  await page.getByRole('link', { name: t('next-fronts') }).click()
  await page
    .getByRole('group', { name: `${t('bay', { n: 2 })}. ${t('face')}` })
    .getByText(t('face-lattice'), { exact: true })
    .click()
  await expectComplete(page)

  await page.getByRole('link', { name: t('next-summary') }).click()
  await expectComplete(page)
  const code = codeOf(page)
  const values = { FIRST_NAME: 'Leyla', LAST_NAME: 'Nümunə', PHONE: '0501234567', EMAIL: email }
  for (const [name, value] of Object.entries(values)) await page.getByLabel(ofShop(`FORM.${name}`), { exact: true }).fill(value)
  await page.getByRole('button', { name: t('send'), exact: true }).click()
  await page
    .getByText(/SQ-[0-9A-Z]{8}/)
    .first()
    .waitFor()
  await expectComplete(page)
  expect(errors).toEqual([])
  await context.close()
  await openShared(browser, code, language === 'ru' ? 'az' : 'ru', width === 390 ? 1440 : 390)
}

/** Opens a link in another language and at another width, as the sender's partner does. */
async function openShared(browser: Browser, code: string, language: Language, width: number): Promise<void> {
  const { context, page, errors } = await openPage(browser, `/${language}/design#${code}`, width)
  await page.getByRole('main').getByText(designTexts(language)('shared')).last().waitFor()
  await page
    .getByText(/243.× \d\d.× 262/)
    .first()
    .waitFor()
  await expectComplete(page)
  expect(errors).toEqual([])
  await context.close()
}

/** Takes the quote of a design, and records a height that was found on site, in centimetres. */
export async function measure({ page }: Member, email: string, height: string): Promise<void> {
  await page.goto(shopUrl(`/desk/quotes?q=${email}`))
  await page.getByRole('link', { name: /Leyla Nümunə/ }).click()
  await page.getByRole('button', { name: az('QUOTE.ASSIGNEE') }).click()
  await page.getByRole('menuitem', { name: az('QUOTE.TAKE') }).click()
  await page.getByText(az('STATUS.ASSIGNED')).locator('visible=true').first().waitFor()
  await page.getByText(az('QUOTE.NOT_MEASURED')).locator('visible=true').first().waitFor()
  await page
    .getByRole('button', { name: az('QUOTE.MEASURE'), exact: true })
    .locator('visible=true')
    .click()
  const dialog = page.getByRole('dialog', { name: az('QUOTE.MEASURE') })
  await dialog.getByLabel(`${az('QUOTES.HEIGHT')}, sm`).fill(height)
  await dialog.getByRole('button', { name: az('COMMON.SAVE'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(az('QUOTE.NOT_MEASURED')).waitFor({ state: 'detached' })
  await expectAccessible(page)
}

/** Prints the papers of the workshop for an order, and reads its files. The height is that of the wall, in millimetres. */
export async function printForWorkshop({ page, context }: Member, order: string, height: number): Promise<void> {
  await page.goto(shopUrl(`${order}/workshop`))
  await page
    .getByRole('heading', { name: az('WORKSHOP.CUT_LIST') })
    .first()
    .waitFor()
  await page
    .getByText(new RegExp(`2430.×.\\d+.×.${String(height)}`))
    .first()
    .waitFor()
  await expectAccessible(page)
  await page.goto(shopUrl(`${order}/workshop/labels`))
  await page.getByRole('heading', { level: 1, name: new RegExp(az('WORKSHOP.LABELS')) }).waitFor()
  await expectAccessible(page)

  const number = order.split('/').at(-1) ?? ''
  const read = async (file: string) => {
    const response = await context.request.get(shopUrl(`/api/v1.0/desk/orders/${number}/workshop/${file}`))
    expect(response.status(), file).toBe(200)
    return response.body()
  }
  for (const reader of ['people', 'opticutter', 'cutlist']) {
    expect((await read(`cuts.csv?for=${reader}`)).toString().split('\n').length, reader).toBeGreaterThan(10)
  }
  expect((await read('parts.zip')).subarray(0, 2).toString()).toBe('PK')
}
