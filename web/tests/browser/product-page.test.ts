import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectComplete, launchBrowser, openPage, printedPages, settled, shop, shopUrl } from './support/browser'

let browser: Browser

/** Path of a product that is sold out. */
async function soldOutPath(language: string): Promise<string> {
  const answer = await fetch(shopUrl('/api/v1.0/products?availability=order&limit=100'))
  const { data } = (await answer.json()) as { data: { id: number; stockQuantity: number | null }[] }
  const found = data.find(({ stockQuantity }) => stockQuantity === 0)
  if (found === undefined) throw new Error('the shop has no product that is sold out')
  return `/${language}/shop/${found.id}`
}

/** Path of a kitchen, and the number of its first picture that is wider than high. */
async function widePicture(): Promise<{ path: string; number: number }> {
  const answer = await fetch(shopUrl('/api/v1.0/products?categoryId=2&limit=100'))
  const { data } = (await answer.json()) as { data: { id: number; images: { width: number; height: number }[] }[] }
  for (const { id, images } of data) {
    const index = images.findIndex(({ width, height }) => width > height)
    if (index !== -1) return { path: `/en/shop/${id}`, number: index + 1 }
  }
  throw new Error('the shop has no wide picture of a kitchen')
}

/** Runs in the page. Adds up the layout shifts of the gallery from now on, also those after an input. */
function observeShifts(): void {
  const state = window as unknown as { shift: number }
  state.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) state.shift += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift' })
}

/** Runs in the page. Width, height and ratio of a picture, and whether its frame cuts any of it. */
function measurePicture(image: HTMLImageElement) {
  const [box, frame] = [image.getBoundingClientRect(), image.closest('[role="group"], [class*="_main_"]')?.getBoundingClientRect()]
  const { objectFit } = getComputedStyle(image)
  const isWithin = frame !== undefined && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1 && box.width <= frame.width + 1
  return { width: box.width, ratio: box.width / box.height, natural: image.naturalWidth / image.naturalHeight, objectFit, isWithin }
}

describe.skipIf(shop === undefined)('the product page', () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it('has a strip of pictures on phones that follows the colour and the finger', async () => {
    const { context, page, errors } = await openPage(browser, '/en/shop/1?color=walnut', 390)
    const strip = page.getByRole('region', { name: /: pictures$/ })
    const walnut = page.getByRole('button', { name: 'Picture 3' })
    expect(await walnut.getAttribute('aria-pressed')).toBe('true')
    expect(await strip.evaluate((element) => element.scrollLeft)).toBeGreaterThan(300)
    await strip.evaluate((element) => element.scrollTo({ left: 0, behavior: 'instant' }))
    await page.getByText(/^1 \/ \d$/).waitFor()
    await page.locator('label').filter({ hasText: 'smoked oak' }).click()
    await page.waitForURL(/\?color=smoked-oak$/)
    await page.getByText(/^4 \/ \d$/).waitFor()

    // The bar with the button is not on the name of the product, but below it once there is room.
    const [name, bar] = [page.getByRole('heading', { level: 1 }), page.locator('.dock')]
    await page.evaluate(() => window.scrollTo(0, 0))
    await bar.waitFor({ state: 'detached' })
    await name.evaluate((heading) => window.scrollTo(0, heading.getBoundingClientRect().bottom - 600))
    await bar.waitFor()
    expect((await name.boundingBox())?.y).toBeLessThan((await bar.boundingBox())?.y ?? 0)
    expect(errors).toEqual([])
    await context.close()
  })

  it.each([390, 1440])('shows a wide picture of a kitchen whole, in the gallery and enlarged, at %i px', async (width) => {
    const { path, number } = await widePicture()
    const { context, page, errors } = await openPage(browser, path, width)
    const thumbnail = page.getByRole('button', { name: `Picture ${String(number)}`, exact: true })
    await thumbnail.waitFor()
    await page.evaluate(observeShifts)
    await thumbnail.click()
    const strip = page.getByRole('region', { name: /: pictures$/ })
    const image =
      width < 992
        ? strip
            .getByRole('group')
            .nth(number - 1)
            .locator('img')
        : page.getByRole('main').locator('img[fetchpriority="high"]')
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0)).toBe(true)
    const shown = await image.evaluate(measurePicture)
    expect(shown.ratio).toBeCloseTo(1.5, 1)
    expect(shown.ratio).toBeCloseTo(shown.natural, 2)
    expect(shown.isWithin).toBe(true)
    // The frame keeps its height, so that nothing below moves.
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBe(0)

    await page.getByRole('button', { name: 'Enlarge the picture' }).click()
    const enlarged = page.getByRole('dialog').locator('img')
    await expect
      .poll(() => enlarged.evaluate((element: HTMLImageElement) => element.naturalWidth / element.naturalHeight))
      .toBeCloseTo(1.5, 1)
    expect((await enlarged.evaluate(measurePicture)).objectFit).toBe('contain')
    expect(errors).toEqual([])
    await context.close()
  })

  it.each([
    ['az', 390],
    ['ru', 1440],
  ] as const)('shows the piece in a room and asks on WhatsApp, in %s at %i px', async (language, width) => {
    const { context, page, errors } = await openPage(browser, `/${language}/shop/1`, width)
    await page.locator('a[href^="https://wa.me/"]').first().waitFor()
    const room = page.locator('svg[role="img"][aria-labelledby]')
    await room.scrollIntoViewIfNeeded()
    await page.getByText('300').last().click()
    await expectComplete(page)
    expect(errors).toEqual([])
    await context.close()
  })

  it.each(['az', 'ru'])('prints as a data sheet on one page, in %s', async (language) => {
    const { context, page } = await openPage(browser, `/${language}/shop/1`, 1440)
    await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor()
    expect(await printedPages(page)).toBe(1)
    await context.close()
  })

  it.each([
    [
      'az',
      390,
      'Almazdan əvvəl',
      ['Materiallar', 'Komplektdə', 'Qulluq', 'Gətirmə', 'Zəmanət', 'Qaytarma'],
      /^Bu həftə razılaşsanız, təxminən \d/,
    ],
    [
      'ru',
      1440,
      'Перед покупкой',
      ['Материалы', 'В комплекте', 'Уход', 'Доставка до места', 'Гарантия', 'Возврат'],
      /^Договоримся на этой неделе — примерно \d/,
    ],
  ] as const)(
    'says what it is made of and by when a sold-out piece is made again, in %s at %i px',
    async (language, width, title, names, ready) => {
      const { context, page, errors } = await openPage(browser, await soldOutPath(language), width)
      await page.getByText(ready).first().waitFor()
      const section = page.getByRole('region', { name: title })
      await section.scrollIntoViewIfNeeded()
      expect(await section.locator('dt').allInnerTexts()).toEqual(names)
      const data = (await page.locator('script[type="application/ld+json"]').allInnerTexts()).find((text) => text.includes('"Product"'))
      for (const part of ['"material":', '"unitCode":"GRM"', '"WarrantyPromise"', 'MerchantReturnNotPermitted'])
        expect(data).toContain(part)
      await expectComplete(page)
      expect(errors).toEqual([])
      await context.close()
    },
  )

  it('enlarges a picture by keys', async () => {
    const { context, page } = await openPage(browser, '/en/shop/1', 1440)
    await page.getByRole('button', { name: 'Enlarge the picture' }).click()
    const picture = page.getByRole('dialog').getByRole('img')
    await picture.waitFor()
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('+')
    expect(await picture.evaluate((element) => getComputedStyle(element).transform)).toMatch(/^matrix\(4, /)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await context.close()
  })

  it('remembers the products that were looked at', async () => {
    const { context, page } = await openPage(browser, '/en/shop/3', 1440)
    const name = await page.getByRole('heading', { level: 1 }).innerText()
    // The section below the first view keeps it.
    await page.waitForFunction(() => localStorage.getItem('recent') !== null)
    await page.goto(shopUrl('/en/shop/2'))
    await settled(page)
    const recent = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Recently viewed' }) })
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await recent.getByRole('link', { name, exact: true }).waitFor()
    await page.getByRole('button', { name: 'Clear the list' }).click()
    await recent.waitFor({ state: 'detached' })
    await context.close()
  })
})
