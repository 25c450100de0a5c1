import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tural } from '../../desk/testing/fixtures'
import { fakeDesk } from '../../desk/testing/handlers'
import { fakeImports } from '../../desk/testing/imports'
import { fakeCatalog, people } from '../../desk/testing/products'
import { contextOptions, expectAccessible, launchBrowser, shop } from './support/browser'
import { deskTexts } from './support/desk'
import { startDeskServer } from './support/fake-desk'
import { jpegs } from './support/jpegs'

const az = deskTexts('az')

/** A browser of a manager who reads Azerbaijani, with a catalogue of its own. */
async function open(browser: Browser, width: number) {
  const catalog = fakeCatalog()
  const imports = fakeImports()
  const desk = fakeDesk({ ...tural, language: 'az', permissions: [...people.manager.permissions] })
  const server = await startDeskServer([...imports.handlers, ...catalog.handlers, ...desk.handlers])
  const context = await browser.newContext({ ...contextOptions(width), locale: 'az-AZ', timezoneId: 'Asia/Baku' })
  const openPage = async (path: string): Promise<Page> => {
    const page = await context.newPage()
    await page.goto(server.url(`/desk${path}`))
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    return page
  }
  const close = async () => {
    await context.close()
    await server.close()
  }
  return { server, openPage, close, products: catalog.state.products, media: catalog.state.media }
}

const field = (page: Page, name: string) => page.locator(`[name=${name}]`)

const save = (page: Page) =>
  page
    .getByRole('button', { name: new RegExp(`^${az('COMMON.SAVE')}`) })
    .locator('visible=true')
    .click()

describe.skipIf(shop === undefined)('the editor of a product', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it.each([390, 1440])('shows one language on a phone, three on a desktop, and keeps what is typed, at %s', async (width) => {
    const opened = await open(browser, width)
    let page = await opened.openPage('/products/SK-101')
    const isPhone = width === 390
    expect(await field(page, 'nameAz').isVisible()).toBe(true)
    expect(await field(page, 'nameEn').isVisible()).toBe(!isPhone)
    await expectAccessible(page)
    const showEnglish = async () => {
      if (isPhone)
        await page
          .getByRole('group', { name: az('PRODUCT.LANGUAGE') })
          .getByRole('button', { name: 'EN' })
          .locator('visible=true')
          .click()
    }
    await showEnglish()
    await field(page, 'featuresEn').fill('Solid wood')

    // Back, a reload, and a tab that is gone.
    await page.goto(opened.server.url('/desk/products'))
    await page.goBack()
    await showEnglish()
    await expect.poll(() => field(page, 'featuresEn').inputValue()).toBe('Solid wood')
    await page.reload()
    await showEnglish()
    await expect.poll(() => field(page, 'featuresEn').inputValue()).toBe('Solid wood')
    await page.close()
    page = await opened.openPage('/products/SK-101')
    await showEnglish()
    await expect.poll(() => field(page, 'featuresEn').inputValue()).toBe('Solid wood')
    expect(opened.products.get('SK-101')?.featuresEn).toBe('')

    await save(page)
    await expect.poll(() => opened.products.get('SK-101')?.featuresEn).toBe('Solid wood')
    await page.getByText(az('COMMON.SAVED')).waitFor()
    await expectAccessible(page)
    await opened.close()
  })

  it('keeps what is typed when a page is left while its session is checked', async () => {
    const opened = await open(browser, 1440)
    const page = await opened.openPage('/products/SK-101')
    await field(page, 'featuresEn').fill('Solid wood')
    const asked = opened.server.withhold('/desk/session/validate')
    await page.goto(opened.server.url('/desk/products'))
    await asked
    await page.goto(opened.server.url('/shop'))
    const drafts = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('desk.draft.product.')))
    expect(drafts).toHaveLength(1)
    await opened.close()
  })

  it('saves from two tabs of one person, again and again, without a question', async () => {
    const opened = await open(browser, 1440)
    const [first, second] = [await opened.openPage('/products/SK-101'), await opened.openPage('/products/SK-101')]
    await field(first, 'descriptionAz').fill('Palıd.')
    await field(second, 'price').fill('1300')
    await save(first)
    await expect.poll(() => opened.products.get('SK-101')?.version).toBe(10)
    await save(second)
    await expect.poll(() => opened.products.get('SK-101')?.version).toBe(11)
    await field(first, 'descriptionAz').fill('Palıd və şüşə.')
    await save(first)
    await expect.poll(() => opened.products.get('SK-101')).toMatchObject({ descriptionAz: 'Palıd və şüşə.', price: 1300 })
    for (const page of [first, second]) expect(await page.getByRole('dialog').count()).toBe(0)
    await opened.close()
  })

  it('takes camera pictures, which are ordered and described by the keyboard alone', async () => {
    const opened = await open(browser, 1440)
    const page = await opened.openPage('/products/SK-101')
    const pictures = page.getByRole('button', { name: /^Şəkil \d+$/ })
    await pictures.first().waitFor()
    const [jpeg] = await jpegs(page, 1)
    if (jpeg === undefined) throw new Error('no picture')
    const before = await pictures.count()
    await page.locator('input[type=file]').setInputFiles([
      { name: 'front.jpg', mimeType: 'image/jpeg', buffer: jpeg },
      { name: 'side.jpg', mimeType: 'image/jpeg', buffer: jpeg },
    ])
    await expect.poll(() => pictures.count(), { timeout: 20_000 }).toBe(before + 2)
    await page.getByText(az('MEDIA.PROCESSING')).first().waitFor({ state: 'detached' })
    const { parts, media } = opened.media
    expect(parts.filter(([offset]) => offset === 0)).toHaveLength(2)
    expect(parts.reduce((sum, [, bytes]) => sum + bytes, 0)).toBe(2 * jpeg.length)
    expect(parts.length).toBeGreaterThan(2)
    expect([...media.values()].map(({ name }) => name)).toEqual(['front.jpg', 'side.jpg'])
    await expectAccessible(page)

    // To the first place, one step at a time, with the focus.
    await pictures.last().focus()
    for (let at = before + 1; at > 0; at -= 1) await page.keyboard.press('Alt+ArrowLeft')
    await page.keyboard.press('Alt+ArrowRight')
    await page.keyboard.press('Alt+ArrowLeft')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: az('PRODUCT.PICTURE', { number: 1 }) })
    const focus = dialog.getByRole('button', { name: az('MEDIA.FOCUS', { x: 50, y: 50 }) })
    await focus.focus()
    await page.keyboard.press('Shift+ArrowUp')
    await dialog.getByRole('button', { name: az('MEDIA.FOCUS', { x: 50, y: 40 }) }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('Yandan')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+s')
    await expect
      .poll(() => opened.products.get('SK-101')?.images[0])
      .toMatchObject({ mediaId: 'm2', altAz: 'Yandan', focusX: 50, focusY: 40 })
    await opened.close()
  })

  it('hides a product and shows it again by the keyboard alone', async () => {
    const opened = await open(browser, 1440)
    const page = await opened.openPage('/products')
    await page.getByText('SK-101').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await field(page, 'isActive').waitFor()
    for (const isShown of [false, true]) {
      await field(page, 'isActive').focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('Control+s')
      await expect.poll(() => opened.products.get('SK-101')?.isActive).toBe(isShown)
      const reasons = page.getByRole('heading', { name: az('PRODUCT.WHY_NOT') })
      await reasons.waitFor({ state: isShown ? 'detached' : 'visible' })
    }
    await page
      .getByRole('main')
      .getByRole('link', { name: az('NAV.PRODUCTS') })
      .locator('visible=true')
      .focus()
    await page.keyboard.press('Escape')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/desk/products')
    await opened.close()
  })

  it.each([390, 1440])('takes a Shopify file, checks, applies and undoes it, at %s', async (width) => {
    const opened = await open(browser, width)
    const page = await opened.openPage('/products')
    const heading = (name: string) => page.getByRole('heading', { name: az(name) }).waitFor()
    const press = async (name: string) => {
      await page.getByRole('button', { name: az(name), exact: true }).focus()
      await page.keyboard.press('Enter')
    }
    await page.getByRole('link', { name: az('IMPORT.OPEN') }).press('Enter')
    const chosen = page.waitForEvent('filechooser')
    await press('IMPORT.PICK')
    const shopify = 'Handle,Title,Variant Price\nSK-101,Oak wardrobe,1300.50\nSK-900,Pine wardrobe,640\n'
    await (await chosen).setFiles({ name: 'shop.csv', mimeType: 'text/csv', buffer: Buffer.from(shopify) })
    await heading('IMPORT.MAPPING')
    await expectAccessible(page)
    await press('IMPORT.CHECK')
    await heading('IMPORT.PROPOSAL')
    await expectAccessible(page)
    await press('IMPORT.APPLY')
    await heading('IMPORT.IS_APPLIED')
    await press('IMPORT.UNDO')
    await press('IMPORT.UNDO_YES')
    await heading('IMPORT.IS_UNDONE')
    await page.getByRole('button', { name: az('IMPORT.RESULT_KEPT') }).press('Enter')
    await page.getByText('SK-101').waitFor()
    await expectAccessible(page)
    await opened.close()
  })
})
