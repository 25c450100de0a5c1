import { expect } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { expectAccessible, expectComplete, openPage, shopUrl } from './browser'
import { deskTexts } from './desk'
import type { Member } from './members'

const az = deskTexts('az')

/** The code of the design that is open. */
export const codeOf = (page: Page): string => new URL(page.url()).hash.slice(1)

/** Designs a wardrobe for a wall of 243 × 262 cm on a phone, and sends it. Its link shows the same design in another browser. */
export async function sendDesign(browser: Browser, email: string): Promise<void> {
  const { context, page, errors } = await openPage(browser, '/az/design', 390)
  await expectComplete(page)
  const wall = page.getByRole('group', { name: /divar/i })
  await wall.getByLabel('En', { exact: true }).fill('243')
  await wall.getByLabel('Hündürlük', { exact: true }).fill('262')
  await page
    .getByText(/^Sizin divarda 237.× \d\d.× 258.sm/)
    .first()
    .waitFor()
  await page
    .getByText(/\d–[\d\s]+AZN$/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Bundan başlayın: Şəbəkə qapılı, palıd' }).click()
  expect(await page.getByLabel('Divarın eni').inputValue()).toBe('243')
  await expectComplete(page)

  await page.getByRole('link', { name: 'İçinə keçin' }).click()
  await page.getByRole('group', { name: 'Hansı bölmə' }).getByRole('button', { name: 'Bölmə 2' }).click()
  const before = codeOf(page)
  await page.getByRole('button', { name: 'İki asılqan' }).click()
  await expect.poll(() => codeOf(page)).not.toBe(before)
  await expectComplete(page)

  await page.getByRole('link', { name: 'Fasada keçin' }).click()
  await page
    .getByRole('group', { name: /^Bölmə 2/ })
    .getByText('Şəbəkə', { exact: true })
    .click()
  await expectComplete(page)

  await page.getByRole('link', { name: 'Yekuna baxın' }).click()
  await expectComplete(page)
  const code = codeOf(page)
  const values = { Ad: 'Leyla', Soyad: 'Nümunə', Telefon: '0501234567', 'E-poçt': email }
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: 'Göndərin' }).click()
  await page
    .getByText(/SQ-[0-9A-Z]{8}/)
    .first()
    .waitFor()
  await expectComplete(page)
  expect(errors).toEqual([])
  await context.close()

  const partner = await openPage(browser, `/ru/design#${code}`, 1440)
  await partner.page.getByRole('main').getByText('С вами поделились').last().waitFor()
  await partner.page
    .getByText(/243.× \d\d.× 262.см/)
    .first()
    .waitFor()
  await expectComplete(partner.page)
  expect(partner.errors).toEqual([])
  await partner.context.close()
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
