import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectErrors, contextOptions, expectComplete, hydrated, launchBrowser, settled, shop, shopUrl } from './support/browser'
import { activate, tabTo } from './support/keyboard'

let browser: Browser

const codeOf = (page: Page): string => new URL(page.url()).hash.slice(1)

async function open(path: string, width: number) {
  const context = await browser.newContext(contextOptions(width))
  const page = await context.newPage()
  const errors = collectErrors(page)
  await page.goto(shopUrl(path))
  await settled(page)
  return { context, page, errors }
}

describe.skipIf(shop === undefined)('the designer', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it('leads from a wall to a request, and its link shows the same design in another browser', async () => {
    const { context, page, errors } = await open('/az/design', 390)
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
    const values = { Ad: 'Leyla', Soyad: 'Nümunə', Telefon: '0501234567', 'E-poçt': 'leyla.numune@example.az' }
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByRole('button', { name: 'Göndərin' }).click()
    await page
      .getByText(/SQ-[0-9A-Z]{8}/)
      .first()
      .waitFor()
    await expectComplete(page)
    expect(errors).toEqual([])
    await context.close()

    const partner = await open(`/ru/design#${code}`, 1440)
    await partner.page.getByRole('main').getByText('С вами поделились').last().waitFor()
    await partner.page
      .getByText(/243.× \d\d.× 262.см/)
      .first()
      .waitFor()
    await expectComplete(partner.page)
    expect(partner.errors).toEqual([])
    await partner.context.close()
  })

  it('is used by the keyboard alone, and undoes', async () => {
    const { context, page, errors } = await open('/en/design', 1440)
    await activate(page, page.getByRole('button', { name: 'Start from this: With lattice doors, oak' }))
    await tabTo(page, page.getByLabel('Wall width'))
    await page.keyboard.press('Control+A')
    await page.keyboard.type('250')
    const size = codeOf(page)
    await expect.poll(() => codeOf(page)).not.toBe(size)
    await activate(page, page.getByRole('link', { name: 'Go inside' }))
    // The bays of the drawing are buttons, which the arrow keys walk.
    const bays = page.getByRole('button', { name: /^Bay \d[,:]/ })
    await tabTo(page, bays.first())
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    expect(await bays.nth(1).getAttribute('aria-pressed')).toBe('true')
    const drawers = page.getByRole('group', { name: 'Drawers', exact: true }).getByRole('status')
    const count = Number(await drawers.textContent())
    await activate(page, page.getByRole('button', { name: 'Drawers: more' }))
    expect(await drawers.textContent()).toBe(String(count + 1))
    await page.keyboard.press('Control+Z')
    expect(await drawers.textContent()).toBe(String(count))
    await activate(page, page.getByRole('link', { name: 'Go to fronts' }))
    await activate(page, page.getByRole('link', { name: 'See the summary' }))
    await tabTo(page, page.getByRole('button', { name: 'Copy the link' }))
    expect(errors).toEqual([])
    await context.close()
  })

  it('says that a link is cut, and keeps a design that is reloaded', async () => {
    const { context, page } = await open('/ru/design#EBAAQpfq', 390)
    await page.getByRole('link', { name: 'Собрать самому' }).waitFor()
    await expectComplete(page)
    await page.goto(shopUrl('/ru/design'))
    await settled(page)
    await page
      .getByRole('button', { name: /^Начать с этого: / })
      .first()
      .click()
    await page.getByLabel('Ширина стены').waitFor()
    const code = codeOf(page)
    await page.reload()
    await hydrated(page)
    await page.getByLabel('Ширина стены').waitFor()
    expect(codeOf(page)).toBe(code)
    await context.close()
  })
})
