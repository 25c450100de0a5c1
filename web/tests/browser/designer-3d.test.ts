import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectComplete, launchBrowser, openPage, shop } from './support/browser'
import { activate, tabTo } from './support/keyboard'
import { changedShare, coloursIn, pixelsOf } from './support/pixels'

const code = 'EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja'

let browser: Browser

/** Waits until the view differs from what it was by a share of its pixels, and returns it. */
async function changed(view: Locator, before: Buffer, least: number): Promise<Buffer> {
  let now = before
  await expect
    .poll(
      async () => {
        now = await pixelsOf(view)
        return changedShare(before, now)
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(least)
  return now
}

async function drawn(page: Page): Promise<Locator> {
  const view = page.locator('canvas')
  await view.waitFor()
  // The wood alone has hundreds of shades.
  await expect.poll(async () => coloursIn(await pixelsOf(view)), { timeout: 20_000 }).toBeGreaterThan(300)
  return view
}

async function press3d(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: '3D', exact: true }).click()
  return drawn(page)
}

describe.skipIf(shop === undefined)('the 3D view', () => {
  beforeAll(async () => {
    // WebGL on the processor.
    browser = await launchBrowser('--use-angle=swiftshader', '--enable-unsafe-swiftshader')
  })
  afterAll(() => browser.close())

  it.each([
    ['az', 390, 'Qapıları açın'],
    ['ru', 1440, 'Открыть двери'],
    ['en', 390, 'Open the doors'],
  ])('draws the piece and opens its doors: %s, %d', async (language, width, opens) => {
    const { context, page, errors } = await openPage(browser, `/${language}/design#${code}`, width)
    const view = await press3d(page)
    await expectComplete(page)
    const closed = await pixelsOf(view)
    await page.getByRole('button', { name: opens }).click()
    await changed(view, closed, 0.1)
    await expectComplete(page)
    expect(errors).toEqual([])
    await context.close()
  })

  it('is turned by a drag and by the keys, and comes nearer', async () => {
    const { context, page, errors } = await openPage(browser, `/en/design#${code}`, 390)
    let picture = await pixelsOf(await press3d(page))
    const view = page.locator('canvas')
    const box = await view.boundingBox()
    if (box === null) throw new Error('the view is not shown')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 - 120, box.y + box.height / 2 + 40, { steps: 4 })
    await page.mouse.up()
    picture = await changed(view, picture, 0.1)
    // Without the button down, nothing turns.
    await page.mouse.move(box.x + 60, box.y + 100, { steps: 4 })
    expect(changedShare(picture, await pixelsOf(view))).toBe(0)
    await tabTo(page, view)
    await page.keyboard.press('ArrowLeft')
    picture = await changed(view, picture, 0.05)
    await page.keyboard.press('+')
    picture = await changed(view, picture, 0.05)
    await activate(page, page.getByRole('button', { name: 'Zoom out' }))
    await changed(view, picture, 0.05)
    expect(errors).toEqual([])
    await context.close()
  })

  it('loads on the press, and gives its context back when it is left', async () => {
    const { context, page, errors } = await openPage(browser, '/en/design', 1440)
    await page.getByRole('button', { name: 'Start from this: With lattice doors, oak' }).click()
    await page.getByRole('link', { name: /Fronts$/ }).click()
    await page.getByRole('group', { name: /^Wardrobe/ }).waitFor()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    expect(await page.locator('canvas').count()).toBe(0)
    const view = await press3d(page)
    expect(requests.some((url) => url.includes('View3d'))).toBe(true)
    const drawing = await view.evaluateHandle((canvas: HTMLCanvasElement) => canvas.getContext('webgl2'))
    expect(await drawing.evaluate((gl) => gl?.isContextLost())).toBe(false)
    await page.getByRole('button', { name: 'Drawing', exact: true }).click()
    await page.getByRole('group', { name: /^Wardrobe/ }).waitFor()
    await expect.poll(() => drawing.evaluate((gl) => gl?.isContextLost())).toBe(true)
    expect(errors).toEqual([])
    await context.close()
  })

  it('comes first for the design of a link, and leads back to the drawing when its context is lost', async () => {
    const { context, page } = await openPage(browser, `/en/design#${code}`, 390)
    const view = await drawn(page)
    await view.evaluate((canvas: HTMLCanvasElement) => canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext())
    await page.getByText('This browser has no 3D.').waitFor()
    await expectComplete(page)
    await page.getByRole('button', { name: 'See the drawing' }).click()
    await page.getByRole('img', { name: /^Wardrobe/ }).waitFor()
    await context.close()
  })
})
