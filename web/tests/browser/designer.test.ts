import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectComplete, hydrated, launchBrowser, openPage, settled, shop, shopUrl } from './support/browser'
import { codeOf, sendDesign } from './support/design-walk'
import { mailWith } from './support/desk'
import { activate, tabTo } from './support/keyboard'

let browser: Browser

/** Waits for a step, or for the start, by its heading. */
const shows = (page: Page, heading: string) => page.getByRole('heading', { level: 1, name: heading }).waitFor()

/**
 * Expects a screen reader to meet the recorded tree in a step. Amounts, codes of designs and the shop's
 * address are left out, as they differ between shops.
 */
async function expectTree(page: Page, step: string): Promise<void> {
  await settled(page)
  const tree = await page.getByRole('main').ariaSnapshot()
  const lasting = tree
    .replaceAll(encodeURIComponent(new URL(shopUrl('/')).origin), '…')
    .replaceAll(/(#|%23)E[\w-]{19,}/g, '$1…')
    .replaceAll(/between [\d,]+ and [\d,]+ manat/g, 'between … and … manat')
  await expect(`${lasting}\n`).toMatchFileSnapshot(`trees/designer-${step}.txt`)
}

describe.skipIf(shop === undefined)('the designer', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  // The way of a design through the desk is in the week of the desk, in az.
  it.skipIf(process.env.MAIL_FOLDER === undefined).each([
    ['az', 1440],
    ['ru', 390],
    ['en', 1440],
  ] as const)('designs, sends and shares a wardrobe, which the mail names, in %s at %i px', async (language, width) => {
    const email = `leyla-${crypto.randomUUID()}@example.com`
    await sendDesign(browser, email, language, width)
    expect(await mailWith(email, /243 × \d+ × 262/)).not.toBe('')
  })

  it('is used by the keyboard alone, and undoes', async () => {
    const { context, page, errors } = await openPage(browser, '/en/design', 1440)
    await shows(page, 'Design your wardrobe')
    await expectTree(page, 'start')
    await activate(page, page.getByRole('button', { name: 'Start from this: With lattice doors, oak' }))
    await tabTo(page, page.getByLabel('Wall width'))
    await page.keyboard.press('Control+A')
    await page.keyboard.type('250')
    const size = codeOf(page)
    await expect.poll(() => codeOf(page)).not.toBe(size)
    // The design is said a while after its last change.
    await page.getByRole('status').filter({ hasText: 'Wardrobe: 250 × 62 × 262 cm.' }).waitFor()
    await expectTree(page, 'size')
    await activate(page, page.getByRole('link', { name: 'Go inside' }))
    await shows(page, 'Your design: Inside')
    // The bays of the drawing are buttons, which the arrow keys walk.
    const bays = page.getByRole('button', { name: /^Bay \d[,:]/ })
    await tabTo(page, bays.first())
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(() => bays.nth(1).getAttribute('aria-pressed')).toBe('true')
    const drawers = page.getByRole('group', { name: 'Drawers', exact: true }).getByRole('status')
    const count = Number(await drawers.textContent())
    await expectTree(page, 'inside')
    await activate(page, page.getByRole('button', { name: 'Drawers: more' }))
    await expect.poll(() => drawers.textContent()).toBe(String(count + 1))
    await page.keyboard.press('Control+Z')
    await expect.poll(() => drawers.textContent()).toBe(String(count))
    await activate(page, page.getByRole('link', { name: 'Go to fronts' }))
    await shows(page, 'Your design: Fronts')
    await expectTree(page, 'fronts')
    await activate(page, page.getByRole('link', { name: 'See the summary' }))
    await shows(page, 'Your design: Summary')
    await expectTree(page, 'summary')
    await tabTo(page, page.getByRole('button', { name: 'Copy the link' }))
    expect(errors).toEqual([])
    await context.close()
  })

  it('says that a link is cut, and keeps a design that is reloaded', async () => {
    const { context, page } = await openPage(browser, '/ru/design#EBAAQpfq', 390)
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
