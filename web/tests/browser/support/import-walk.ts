import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { shopUrl } from './browser'
import { deskTexts } from './desk'
import { jpegs } from './jpegs'
import { open, type Member } from './members'
import { mendedFile, ownHeads, strangersFile } from './shopify'

const az = deskTexts('az')

/** Longest wait for a step of an import, in milliseconds. */
const patience = 600_000

interface ImportWalk {
  count: number
  /** Address of this machine that is public, where pictures are served; without one, none can be fetched. */
  pictures: string | undefined
}

/** Serves one picture at each path of an address, until the returned function is called. */
async function servePictures(page: Page, address: string): Promise<() => void> {
  const [picture = Buffer.alloc(0)] = await jpegs(page, 1, 16)
  const { hostname, port } = new URL(address)
  const server = createServer((_, response) => response.setHeader('Content-Type', 'image/jpeg').end(picture))
  await once(server.listen(Number(port), hostname), 'listening')
  return () => server.close()
}

/** Uploads a file on the screen that takes one. */
async function upload(page: Page, name: string, csv: string): Promise<void> {
  const chosen = page.waitForEvent('filechooser')
  await press(page, 'IMPORT.PICK')
  await (await chosen).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await heading(page, 'IMPORT.MAPPING')
}

const press = (page: Page, name: string) => page.getByRole('button', { name: az(name), exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name: az(name), exact: true }).waitFor({ timeout: patience })
/** Waits for a sentence with a count. */
const told = (page: Page, name: string, count: number) =>
  page
    .getByText(az(`IMPORT.${name}_${count === 1 ? 'one' : 'other'}`, { count }))
    .first()
    .waitFor({ timeout: patience })

/** Products that the search of the shop finds by a word of their names. */
async function found(page: Page, word: string): Promise<{ total: number; id: number | undefined }> {
  const response = await page.request.get(shopUrl(`/api/v1.0/products/search?searchTerm=${word}&page=1&limit=1`))
  const { data, totalRecords } = (await response.json()) as { data: { id: number; code: string }[]; totalRecords: number }
  const own = data.filter(({ code }) => code.startsWith(word))
  return { total: own.length === 0 ? 0 : totalRecords, id: own[0]?.id }
}

/** Gives a picture to the first product of a list. */
async function addPicture(page: Page, run: string): Promise<void> {
  await page.goto(shopUrl(`/desk/products?q=${run}`))
  await page
    .getByRole('link', { name: new RegExp(run) })
    .first()
    .click()
  const pictures = page.getByRole('button', { name: /^Şəkil \d+$/ })
  const [buffer = Buffer.alloc(0)] = await jpegs(page, 1, 16)
  await page.locator('input[type=file]').setInputFiles([{ name: 'on.jpg', mimeType: 'image/jpeg', buffer }])
  await pictures.first().waitFor({ timeout: patience })
  await page.getByText(az('MEDIA.PROCESSING')).first().waitFor({ state: 'detached', timeout: patience })
  await page.keyboard.press('Control+s')
  await page.getByText(az('COMMON.SAVED')).waitFor()
}

/**
 * Turns a stranger's Shopify file into products of the shop: checks it, applies what is right, mends what was refused and applies
 * that, takes the first part back and applies it again. Then the shop shows the products; without fetched pictures, one that got
 * a picture by hand.
 */
export async function importStrangersFile(browser: Browser, { page }: Member, { count, pictures }: ImportWalk): Promise<void> {
  const run = `W${crypto.randomUUID().slice(0, 5)}`.toUpperCase()
  // An address of documentation is refused at once.
  const file = strangersFile(run, count, pictures ?? 'http://192.0.2.1')
  const right = count - file.refused
  const stop = pictures === undefined ? undefined : await servePictures(page, pictures)

  await page.goto(shopUrl('/desk/products'))
  await page.getByRole('link', { name: az('IMPORT.OPEN') }).click()
  await upload(page, `${run}.csv`, file.csv)
  for (const [head, field] of [[ownHeads.nameRu, 'nameRu'] as const, [ownHeads.nameEn, 'nameEn'] as const, ['Status', 'isActive'] as const])
    await page.getByLabel(az('IMPORT.FIELD_OF', { column: head }), { exact: true }).selectOption(field)
  await press(page, 'IMPORT.CHECK')
  await heading(page, 'IMPORT.PROPOSAL')
  await told(page, 'WILL_NEW', right)
  await told(page, 'WILL_REFUSED', file.refused)
  const saved = page.waitForEvent('download')
  await press(page, 'IMPORT.REFUSED_FILE')
  const refused = await readFile(await (await saved).path(), 'utf8')
  await press(page, 'IMPORT.APPLY')
  await heading(page, 'IMPORT.IS_APPLIED')
  await told(page, 'DID_NEW', right)
  const first = page.url()

  await page
    .getByRole('link', { name: az('COMMON.BACK'), exact: true })
    .locator('visible=true')
    .first()
    .click()
  await upload(page, `${run}-mended.csv`, mendedFile(refused))
  // The columns are those that were chosen before, and the reasons are left out.
  await expect.poll(() => page.getByLabel(az('IMPORT.FIELD_OF', { column: ownHeads.nameRu }), { exact: true }).inputValue()).toBe('nameRu')
  await press(page, 'IMPORT.CHECK')
  await heading(page, 'IMPORT.PROPOSAL')
  await told(page, 'WILL_NEW', file.refused)
  expect(await page.getByRole('button', { name: az('IMPORT.REFUSED_FILE') }).count()).toBe(0)
  await press(page, 'IMPORT.APPLY')
  await heading(page, 'IMPORT.IS_APPLIED')

  await page.goto(first)
  await press(page, 'IMPORT.UNDO')
  await press(page, 'IMPORT.UNDO_YES')
  await heading(page, 'IMPORT.IS_UNDONE')
  await press(page, 'IMPORT.MAP_AGAIN')
  await press(page, 'IMPORT.CHECK')
  await heading(page, 'IMPORT.PROPOSAL')
  // The products that were taken back are new again, as nobody touched them.
  await told(page, 'WILL_NEW', right)
  await press(page, 'IMPORT.APPLY')
  await heading(page, 'IMPORT.IS_APPLIED')
  await told(page, 'DID_NEW', right)

  if (pictures === undefined) await addPicture(page, run)
  const shown = pictures === undefined ? 1 : count
  await expect.poll(async () => (await found(page, run)).total, { timeout: patience, interval: 500 }).toBe(shown)
  stop?.()
  const customer = await open(browser, `/az/shop/${String((await found(page, run)).id)}`, 390)
  await customer.page.getByRole('heading', { level: 1, name: new RegExp(run, 'i') }).waitFor()
  const image = customer.page.getByRole('main').locator('img[src*="/media/"], img[srcset*="/media/"]').first()
  await expect.poll(() => image.evaluate((shownImage: HTMLImageElement) => shownImage.naturalWidth)).toBeGreaterThan(0)
  expect(customer.errors).toEqual([])
  await customer.context.close()
}
